import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

export type FeedEncoding = 'utf-8' | 'windows-1251';

/** A feed in an encoding that is not recognized. The message names it for whoever runs the import. */
class FeedEncodingError extends Error {}

/** Share of letters among the bytes above ASCII, and of small ones among these, from which text is Windows-1251. */
const LETTERS_MIN = 0.8;
const SMALL_LETTERS_MIN = 0.6;
const FIRST_HIGH = 0x80;
const [FIRST_CAPITAL, FIRST_SMALL] = [0xc0, 0xe0];
const YO = new Set([0xa8, 0xb8]);
/** The only byte without a character in Windows-1251. */
const UNASSIGNED = 0x98;

/**
 * Detects the encoding of a feed from all of its bytes. Russian spreadsheets write Windows-1251. Small letters prevail in
 * texts, and stand elsewhere in KOI8-R and DOS encodings, so these are refused rather than published as garbage.
 */
export class EncodingDetector {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private isUtf8 = true;
  private hasZero = false;
  private readonly counts = new Uint32Array(256);

  add(chunk: Buffer): void {
    if (this.isUtf8) this.decode(chunk);
    for (const byte of chunk) this.counts[byte] = (this.counts[byte] ?? 0) + 1;
    this.hasZero ||= chunk.includes(0);
  }

  /** Throws a {@link FeedEncodingError} when the encoding is neither of the two. */
  finish(): FeedEncoding {
    if (this.isUtf8) this.decode();
    if (this.isUtf8) return 'utf-8';
    const count = (from: number): number => this.counts.subarray(from).reduce((sum, one) => sum + one, 0);
    const letters = count(FIRST_CAPITAL) + [...YO].reduce((sum, byte) => sum + (this.counts[byte] ?? 0), 0);
    const isRussian =
      !this.hasZero &&
      this.counts[UNASSIGNED] === 0 &&
      letters >= LETTERS_MIN * count(FIRST_HIGH) &&
      count(FIRST_SMALL) >= SMALL_LETTERS_MIN * letters;
    if (isRussian) return 'windows-1251';
    throw new FeedEncodingError('the feed is neither UTF-8 nor Windows-1251: save it as UTF-8');
  }

  private decode(chunk?: Buffer): void {
    try {
      this.decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.isUtf8 = false;
    }
  }
}

/** Streams a feed as UTF-8. */
export function openFeed(file: string, encoding: FeedEncoding): Readable {
  const source = createReadStream(file);
  if (encoding === 'utf-8') return source;
  const decoder = new TextDecoder(encoding);
  return Readable.from(
    (async function* () {
      for await (const chunk of source as AsyncIterable<Buffer>)
        yield Buffer.from(decoder.decode(chunk, { stream: true }));
    })(),
  );
}
