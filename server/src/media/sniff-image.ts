import type { ImageType } from '@app/contract/media';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes from the start of a file that are enough to tell what it is. */
export const SNIFF_BYTES = 4100;

/**
 * The four formats we take, by their signatures alone: complete, and independent of what follows in the file.
 * A polyglot passes here as what it starts with; decoding and encoding again leaves nothing of its other half.
 */
export function sniffImage(head: Buffer): ImageType | undefined {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp';
  return undefined;
}

/** A name for what was sent instead, to be shown to its sender: `HEIC`, `PDF`, `SVG`; `unknown` when nobody can tell. */
export async function nameFormat(head: Buffer): Promise<string> {
  const text = head.toString('latin1').trimStart().toLowerCase();
  // Markup has no signature: whatever names its root element first decides.
  const root = /<(svg|html|!doctype html|script)\b/.exec(text)?.[1];
  if (text.startsWith('<') && root) return root === 'svg' ? 'SVG' : 'HTML';
  const found = await fileTypeFromBuffer(head);
  return found ? found.ext.toUpperCase() : 'unknown';
}
