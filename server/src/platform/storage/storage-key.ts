/**
 * Keys are made by us, never by a person: lower-case latin folders and a name with one known extension.
 * No segment can start with a dot, so a key can neither climb out of the store nor name a hidden file.
 */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const KEY_LENGTH_MAX = 200;

/** A file system keeps no content type, so the extension carries it, the same way in every store. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['bin', 'application/octet-stream'],
  ['zip', 'application/zip'],
]);

/** What only one person may have lies under this folder: it is handed out by its own domain, never at `/media`. */
export const isPrivateKey = (key: string): boolean => key.startsWith('private/');

/** The content type a well-formed key stands for; undefined for anything that is not a key. */
export function contentTypeOf(key: string): string | undefined {
  if (key.length > KEY_LENGTH_MAX) return undefined;
  return CONTENT_TYPES.get(KEY.exec(key)?.[1] ?? '');
}

/** Refuses to store under a malformed key, or under one whose extension tells another type. */
export function assertKeyFits(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new Error(`Key ${JSON.stringify(key)} does not fit ${contentType}`);
}
