import { FILE_NAME_MAX } from '@app/contract/messaging/chat-files';

const EXTENSION_MAX = 16;

/**
 * Invisible characters, which can reorder or hide text. The zero-width joiner and non-joiner are allowed, because emoji
 * need them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/**
 * Cleans the file name sent by a client: one line, no path, no bidirectional controls (which make `exe.gpj` look like
 * `jpg.exe`), the extension always visible. '' when nothing is left.
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

export function cutName(name: string, max: number): string {
  if (name.length <= max) return name;
  const extension = extensionOf(name);
  return `${wholeStart(name, max - extension.length - 1)}…${extension}`;
}

export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 && name.length - at <= EXTENSION_MAX ? name.slice(at) : '';
}

const wholeStart = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}$/u, '');

/** RFC 6266: an ASCII name for old clients and the full name for all others. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
