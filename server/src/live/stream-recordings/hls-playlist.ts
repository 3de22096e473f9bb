export interface ListedSegment {
  id: number;
  session: number;
  startMs: number;
  durationMs: number;
  state: 'waiting' | 'ready' | 'skipped';
  liveBytes: number;
  headBytes: number;
  headHash: string;
}

/** One hour at four seconds per segment; limits the size of a playlist that players reload constantly. */
const LISTED_MAX = 900;
const TARGET_SECONDS = 6;

/**
 * Formats the HLS playlist of a recording (RFC 8216): ready segments in order, up to the first that is not ready. A
 * live playlist only grows and may be rewound; afterwards it is complete.
 */
export function formatHlsPlaylist(segments: readonly ListedSegment[], isOver: boolean): string {
  const firstWaiting = segments.findIndex(({ state }) => state === 'waiting');
  const ready = firstWaiting < 0 ? segments : segments.slice(0, firstWaiting);
  const from = isOver ? 0 : Math.max(0, ready.length - LISTED_MAX);
  const breaks = findBreaks(ready);
  const listed = ready.slice(from);
  const longest = Math.max(TARGET_SECONDS, ...listed.map(({ durationMs }) => Math.ceil(durationMs / 1000)));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${from}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${breaks.slice(0, from).filter(Boolean).length}`,
    // An EVENT playlist may not lose its first segments.
    ...(from === 0 ? ['#EXT-X-PLAYLIST-TYPE:EVENT'] : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let head = '';
  for (const [index, segment] of listed.entries()) {
    const { id, session, startMs, durationMs, state, liveBytes, headBytes, headHash } = segment;
    if (index > 0 && breaks[from + index]) lines.push('#EXT-X-DISCONTINUITY');
    if (state === 'ready' && headHash !== head) {
      lines.push(`#EXT-X-MAP:URI="${id}.m4s",BYTERANGE="${headBytes}@0"`);
      head = headHash;
    }
    if (index === 0 || breaks[from + index]) {
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(session + startMs).toISOString()}`);
    }
    if (state === 'skipped') lines.push('#EXT-X-GAP');
    lines.push(`#EXTINF:${(durationMs / 1000).toFixed(3)},`);
    if (state === 'ready') lines.push(`#EXT-X-BYTERANGE:${liveBytes - headBytes}@${headBytes}`);
    lines.push(`${id}.m4s`);
  }
  if (isOver && firstWaiting < 0) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** Marks discontinuities: segments that do not continue the time or the encoding of the previous one. */
function findBreaks(segments: readonly ListedSegment[]): boolean[] {
  let last: ListedSegment | undefined;
  let head = '';
  return segments.map((segment) => {
    const { session, startMs, state, headHash } = segment;
    const follows =
      last === undefined || (session === last.session && Math.abs(startMs - last.startMs - last.durationMs) <= 1);
    const isOther = state === 'ready' && head !== '' && headHash !== head;
    if (state === 'ready') head = headHash;
    last = segment;
    return !follows || isOther;
  });
}
