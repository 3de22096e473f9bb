import type { FileClass } from '@app/contract/platform/endpoint';
import { fileTypeFromBuffer } from 'file-type';
import { rootElement, sniffImage } from './sniff-image.ts';

export interface SniffedType {
  mime: string;
  class: FileClass;
}

const USUAL_NAMES: ReadonlyMap<string, string> = new Map([
  ['application/ogg', 'audio/ogg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['video/x-m4v', 'video/mp4'],
]);

const MARKUP = { svg: 'image/svg+xml', html: 'text/html' } as const;

/**
 * Detects the type of any file by its first bytes. A wrong result is harmless, because the serving route decides what
 * browsers may do with the file.
 */
export async function sniffFile(head: Buffer): Promise<SniffedType> {
  const image = sniffImage(head);
  if (image) return { mime: image, class: 'image' };
  const markup = rootElement(head);
  if (markup) return { mime: MARKUP[markup], class: 'other' };
  const found = (await fileTypeFromBuffer(head))?.mime ?? (isText(head) ? 'text/plain' : 'application/octet-stream');
  const mime = onlySound(head, USUAL_NAMES.get(found) ?? found);
  const [family] = mime.split('/');
  return { mime, class: family === 'video' || family === 'audio' ? family : 'other' };
}

/** Browsers record voice messages in video containers; the tracks decide, if they appear near the beginning. */
function onlySound(head: Buffer, mime: string): string {
  const text = head.toString('latin1');
  if (mime === 'video/webm' && /A_(OPUS|VORBIS)/.test(text) && !/V_(VP8|VP9|AV1)/.test(text)) return 'audio/webm';
  if (mime === 'video/mp4') {
    const tracks = movieBox(head);
    if (tracks?.includes('soun') && !tracks.includes('vide')) return 'audio/mp4';
  }
  return mime;
}

function movieBox(head: Buffer): Buffer | undefined {
  for (let at = 0; at + 8 <= head.length; ) {
    const size = head.readUInt32BE(at);
    if (size < 8) return undefined;
    if (head.toString('latin1', at + 4, at + 8) === 'moov') {
      return at + size <= head.length ? head.subarray(at, at + size) : undefined;
    }
    at += size;
  }
  return undefined;
}

const CONTROL = new Set([...Array(32).keys()].filter((code) => ![9, 10, 12, 13, 27].includes(code)));

function isText(head: Buffer): boolean {
  if (head.some((byte) => CONTROL.has(byte))) return false;
  const cut = head.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const whole = head.length - cut <= 4 ? head.subarray(0, cut) : head;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(whole);
    return true;
  } catch {
    return false;
  }
}
