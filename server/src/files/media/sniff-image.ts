import type { ImageType } from '@app/contract/files/media';
import { fileTypeFromBuffer } from 'file-type';

/** Number of leading bytes that detection needs. */
export const SNIFF_BYTES = 4100;

/**
 * Detects the four accepted image formats by signature only. A polyglot file passes as its leading format; re-encoding
 * removes the other content.
 */
export function sniffImage(head: Buffer): ImageType | undefined {
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  const text = head.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.endsWith('WEBP')) return 'image/webp';
  return undefined;
}

export function rootElement(head: Buffer): 'svg' | 'html' | undefined {
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  const root = text.startsWith('<') ? /<(svg|html|!doctype html|script)\b/.exec(text)?.[1] : undefined;
  if (root === undefined) return undefined;
  return root === 'svg' ? 'svg' : 'html';
}

export async function describeFormat(head: Buffer): Promise<string> {
  const root = rootElement(head);
  if (root) return root.toUpperCase();
  const found = await fileTypeFromBuffer(head);
  return found ? found.ext.toUpperCase() : 'unknown';
}
