/** Browsers look for the charset in the first 1024 bytes of a page. */
const PRESCAN_BYTES = 1024;
const META_CHARSET = /<meta[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w-]{1,40})/i;
const HEADER_CHARSET = /;\s*charset\s*=\s*["']?\s*([\w-]{1,40})/i;

/** Decodes a page by its byte order mark, the header or its own words, else as UTF-8. */
export function decodePage(body: Buffer, contentType: string): string {
  const head = body.toString('latin1', 0, PRESCAN_BYTES);
  const charset = charsetOfMark(body) ?? HEADER_CHARSET.exec(contentType)?.[1] ?? META_CHARSET.exec(head)?.[1];
  return decoderOf(charset).decode(body);
}

function charsetOfMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined;
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // A charset that nobody knows.
    return new TextDecoder();
  }
}
