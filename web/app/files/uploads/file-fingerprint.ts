const SAMPLE_BYTES = 16 * 1024;
const SAMPLES = 16;

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What a file is known by when it is chosen again. Phones give a video another name and date every time it is chosen, so it
 * goes by size and content: the beginning, the end and places between, for nobody waits until a gigabyte is read.
 */
export async function fileFingerprint(file: Blob & { name?: string; lastModified?: number }): Promise<string> {
  // Plain http has no cryptography; there the name has to do.
  if (globalThis.crypto?.subtle === undefined) return [file.size, file.name ?? '', file.lastModified ?? 0].join('|');
  const last = Math.max(0, file.size - SAMPLE_BYTES);
  const starts = new Set(Array.from({ length: SAMPLES }, (_, n) => Math.floor((last * n) / (SAMPLES - 1))));
  const parts = [...starts].map((start) => file.slice(start, start + SAMPLE_BYTES));
  const bytes = await new Blob(parts).arrayBuffer();
  return `${file.size}|${hex(await crypto.subtle.digest('SHA-256', bytes))}`;
}
