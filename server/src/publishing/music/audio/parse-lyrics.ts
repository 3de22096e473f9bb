export interface LyricsLine {
  /** When it is sung, milliseconds; null: nobody said. */
  at: number | null;
  text: string;
}

export interface Lyrics {
  synced: 0 | 1;
  lines: LyricsLine[];
}

const STAMP = /^\s*\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/;
/** `[ar: …]`, `[length: …]`: about the text, not of it. */
const ABOUT = /^\s*\[(?:ar|ti|al|au|by|re|ve|la|length|offset|#)\s*:[^\]]*\]\s*$/i;
const OFFSET = /^\s*\[offset\s*:\s*([+-]?\d{1,6})\s*\]\s*$/im;
/** The times of single words inside a line. */
const WORD_STAMPS = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>\s?/g;
/** A chorus may stand under many times, a text never has more lines than it has characters. */
const LINES_MAX = 5000;

/** Words of a song: as they stand, or in the LRC format, where a line carries the times at which it is sung. */
export function parseLyrics(source: string): Lyrics {
  const rows = source.split('\n');
  const timed = rows.map(parseRow);
  if (!timed.some(({ times }) => times.length > 0)) {
    return { synced: 0, lines: source === '' ? [] : rows.map((text) => ({ at: null, text: text.trim() })) };
  }
  // A positive offset has the words come earlier.
  const offset = Number(OFFSET.exec(source)?.[1] ?? 0);
  const lines: { at: number; text: string }[] = [];
  let last = 0;
  for (const { times, text } of timed) {
    if (times.length === 0 && (text === '' || ABOUT.test(text))) continue;
    for (const time of times.length === 0 ? [last] : times) {
      last = Math.max(0, time - (times.length === 0 ? 0 : offset));
      lines.push({ at: last, text });
    }
  }
  // Sorting keeps equals in their order.
  return { synced: 1, lines: lines.sort((a, b) => a.at - b.at).slice(0, LINES_MAX) };
}

function parseRow(row: string): { times: number[]; text: string } {
  const times: number[] = [];
  let rest = row;
  for (let stamp = STAMP.exec(rest); stamp !== null; stamp = STAMP.exec(rest)) {
    const [whole, minutes, seconds, fraction = ''] = stamp;
    times.push((Number(minutes) * 60 + Number(seconds)) * 1000 + Math.round(Number(`0.${fraction || 0}`) * 1000));
    rest = rest.slice(whole.length);
  }
  return { times, text: rest.replace(WORD_STAMPS, '').trim() };
}
