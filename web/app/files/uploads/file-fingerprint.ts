const SAMPLE_BYTES = 16 * 1024;
const SAMPLES = 16;

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Fingerprint that recognizes a file when it is chosen again. Phones change name and date of a video each time, so the
 * fingerprint uses the size and samples of the content: beginning, end and points between, because hashing a gigabyte
 * takes too long.
 */
export async function fileFingerprint(file: Blob & { name?: string; lastModified?: number }): Promise<string> {
  // Web Crypto is missing on insecure (http) origins; name and date are used instead.
  if (globalThis.crypto?.subtle === undefined) return [file.size, file.name ?? '', file.lastModified ?? 0].join('|');
  const last = Math.max(0, file.size - SAMPLE_BYTES);
  const starts = new Set(Array.from({ length: SAMPLES }, (_, n) => Math.floor((last * n) / (SAMPLES - 1))));
  const parts = [...starts].map((start) => file.slice(start, start + SAMPLE_BYTES));
  const bytes = await new Blob(parts).arrayBuffer();
  return `${file.size}|${hex(await crypto.subtle.digest('SHA-256', bytes))}`;
}
