export interface ListedSegment {
  id: number;
  session: number;
  startMs: number;
  durationMs: number;
  codec: 'vp8' | 'h264';
  state: 'waiting' | 'ready' | 'skipped';
  liveBytes: number;
  headBytes: number;
  headHash: string;
}

/** One hour at four seconds per segment; limits the size of a playlist that players reload constantly. */
const LISTED_MAX = 900;

/**
 * The target duration may not change, so it is fixed by the codec of the first segment: browsers (VP8) send keyframes on
 * request, encoders (H.264) at their own interval, which the media node waits for up to 30 seconds.
 */
const TARGET_SECONDS = { vp8: 10, h264: 30 } as const;

const secondsOf = ({ durationMs }: ListedSegment): number => Math.round(durationMs / 1000);

interface ListEntry {
  segment: ListedSegment;
  /** The time or the encoding of the previous segment does not continue. */
  isBreak: boolean;
  /** The first segment of those in a row that have the same initialization section. */
  head: ListedSegment;
}

/**
 * The playlist of a running stream (RFC 8216): the last hour of the segments, given in the order of their arrival, up to
 * the first that is not packaged. Each segment is listed by those before it alone, so numbers never go back. Undefined while
 * there is none.
 */
export function formatLivePlaylist(arrived: readonly ListedSegment[], isOver: boolean): string | undefined {
  if (arrived.length === 0) return undefined;
  const firstWaiting = arrived.findIndex(({ state }) => state === 'waiting');
  const entries = listEntries(withoutLate(firstWaiting < 0 ? arrived : arrived.slice(0, firstWaiting)));
  const from = Math.max(0, entries.length - LISTED_MAX);
  const removedBreaks = entries.slice(0, from + 1).filter(({ isBreak }) => isBreak).length;
  return formatPlaylist(targetOf(arrived), entries.slice(from), {
    tags: [`#EXT-X-MEDIA-SEQUENCE:${from}`, `#EXT-X-DISCONTINUITY-SEQUENCE:${removedBreaks}`],
    isComplete: isOver && firstWaiting < 0,
  });
}

/** The playlist of an ended stream's recording: all segments, in the order of their time; undefined while one waits. */
export function formatRecordingPlaylist(segments: readonly ListedSegment[]): string | undefined {
  if (segments.length === 0 || segments.some(({ state }) => state === 'waiting')) return undefined;
  return formatPlaylist(targetOf(segments), listEntries(segments), {
    tags: ['#EXT-X-MEDIA-SEQUENCE:0', '#EXT-X-PLAYLIST-TYPE:VOD'],
    isComplete: true,
  });
}

const targetOf = ([first]: readonly ListedSegment[]): number => TARGET_SECONDS[first?.codec ?? 'vp8'];

/** A segment that a media node delivers after later ones would change the numbers of those. */
function withoutLate(arrived: readonly ListedSegment[]): ListedSegment[] {
  let last: ListedSegment | undefined;
  return arrived.filter((segment) => {
    const isLate =
      last !== undefined &&
      (segment.session < last.session || (segment.session === last.session && segment.startMs < last.startMs));
    if (!isLate) last = segment;
    return !isLate;
  });
}

/** Leaves out segments longer than the target duration, which a playlist may not contain. */
function listEntries(segments: readonly ListedSegment[]): ListEntry[] {
  const target = targetOf(segments);
  let last: ListedSegment | undefined;
  let head: ListedSegment | undefined;
  return segments
    .filter((segment) => secondsOf(segment) <= target)
    .map((segment) => {
      const isContinued =
        last === undefined ||
        (segment.session === last.session && Math.abs(segment.startMs - last.startMs - last.durationMs) <= 1);
      const isOther = segment.state === 'ready' && segment.headHash !== head?.headHash;
      const isBreak = !isContinued || (isOther && head !== undefined);
      if (isOther) head = segment;
      last = segment;
      return { segment, isBreak, head: head ?? segment };
    });
}

function formatPlaylist(
  target: number,
  entries: readonly ListEntry[],
  { tags, isComplete }: { tags: string[]; isComplete: boolean },
): string {
  // Version 8 is that of EXT-X-GAP; a playlist keeps its version, whether it contains a gap yet or not.
  const lines = ['#EXTM3U', '#EXT-X-VERSION:8', `#EXT-X-TARGETDURATION:${target}`, ...tags];
  lines.push('#EXT-X-INDEPENDENT-SEGMENTS');
  let written: ListedSegment | undefined;
  for (const [index, { segment, isBreak, head }] of entries.entries()) {
    const { id, session, startMs, durationMs, state, liveBytes, headBytes } = segment;
    if (index > 0 && isBreak) lines.push('#EXT-X-DISCONTINUITY');
    if (state === 'ready' && head !== written) {
      lines.push(`#EXT-X-MAP:URI="${head.id}.m4s",BYTERANGE="${head.headBytes}@0"`);
      written = head;
    }
    if (index === 0 || isBreak) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(session + startMs).toISOString()}`);
    if (state === 'skipped') lines.push('#EXT-X-GAP');
    lines.push(`#EXTINF:${(durationMs / 1000).toFixed(3)},`);
    if (state === 'ready') lines.push(`#EXT-X-BYTERANGE:${liveBytes - headBytes}@${headBytes}`);
    lines.push(`${id}.m4s`);
  }
  if (isComplete) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
