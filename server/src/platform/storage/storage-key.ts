/**
 * Keys are generated, never user input: lower-case Latin folders and a name with a known extension. No segment can
 * start with a dot, so a key can neither leave the store nor name a hidden file.
 */
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const KEY_LENGTH_MAX = 200;

/** A file system stores no content type, so in all stores the extension determines it. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['webp', 'image/webp'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['bin', 'application/octet-stream'],
  ['zip', 'application/zip'],
]);

export function contentTypeOf(key: string): string | undefined {
  if (key.length > KEY_LENGTH_MAX) return undefined;
  return CONTENT_TYPES.get(KEY.exec(key)?.[1] ?? '');
}

/** Throws for an invalid key or an extension that contradicts the content type. */
export function assertKeyFits(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType) throw new Error(`Key ${JSON.stringify(key)} does not fit ${contentType}`);
}
