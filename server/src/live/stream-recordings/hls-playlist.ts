/** What a list says of one segment. */
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

/** An hour back, at four seconds each: who watches loads the list again and again. */
const LISTED_MAX = 900;
const TARGET_SECONDS = 6;

/**
 * The HLS list of a recording (RFC 8216): what is ready, in its order, up to the first that is not. While it is live it only grows at
 * its end and may be rewound; afterwards it is complete.
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
    // A list that lost its beginning is none that only grows.
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

/** Where time or encoding do not go on from the segment before. */
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
