import { FILE_NAME_MAX } from '@app/contract/messaging/chat-files';

/** Characters of an extension that is kept when a name is cut. */
const EXTENSION_MAX = 16;

/** Emoji are joined by two of the characters that nobody sees; the rest turn text around or hide in it. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * What a file is called, out of what its sender's device says: one line, no path, nothing that makes `exe.gpj` read as `jpg.exe`,
 * and the extension always in sight. '' when nothing is left.
 */
export function cleanName(sent = ''): string {
  const plain = sent
    .replace(/\p{Surrogate}/gu, '')
    .normalize('NFC')
    .replace(/[\t\n\r]/g, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/gu, ' ');
  const last = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1);
  return cutName(last.replace(/^[\s.]+(?=\.)|^\s+|[\s.]+$/gu, ''), FILE_NAME_MAX);
}

/** A name of at most `max` characters that ends as it did. */
export function cutName(name: string, max: number): string {
  if (name.length <= max) return name;
  const extension = extensionOf(name);
  return `${wholeStart(name, max - extension.length - 1)}…${extension}`;
}

/** With its dot; '' when there is none, or when what follows the dot is no extension. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= EXTENSION_MAX ? name.slice(at) : '';
}

/** Not ending in half a character. */
const wholeStart = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}$/u, '');

/** RFC 6266: plain letters for old clients, everything for the others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
