export interface LyricsLine {
  /** Milliseconds from the start; null: not timed. */
  at: number | null;
  text: string;
}

export interface Lyrics {
  synced: 0 | 1;
  lines: LyricsLine[];
}

const STAMP = /^\s*\[(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?\]/;
/** `[ar: …]`, `[length: …]`: metadata tags, not text. */
const ABOUT = /^\s*\[(?:ar|ti|al|au|by|re|ve|la|length|offset|#)\s*:[^\]]*\]\s*$/i;
const OFFSET = /^\s*\[offset\s*:\s*([+-]?\d{1,6})\s*\]\s*$/im;
const WORD_STAMPS = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>\s?/g;
/** Limits the lines, because a line with many timestamps is repeated for each. */
const LINES_MAX = 5000;

/** Parses lyrics as plain text or in the LRC format, where a line has one or more timestamps. */
export function parseLyrics(source: string): Lyrics {
  const rows = source.split('\n');
  const timed = rows.map(parseRow);
  if (!timed.some(({ times }) => times.length > 0)) {
    return { synced: 0, lines: source === '' ? [] : rows.map((text) => ({ at: null, text: text.trim() })) };
  }
  // A positive offset makes lines appear earlier.
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
