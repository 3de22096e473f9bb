import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { formatLivePlaylist, formatRecordingPlaylist, type ListedSegment } from './hls-playlist.ts';

const SESSION = Date.parse('2026-11-20T10:00:00Z');

function newSegment(id: number, startMs: number, part: Partial<ListedSegment> = {}): ListedSegment {
  return {
    id,
    session: SESSION,
    startMs,
    durationMs: 4000,
    codec: 'vp8',
    state: 'ready',
    liveBytes: 5000,
    headBytes: 800,
    headHash: 'a',
    ...part,
  };
}

const ofLength = (count: number): ListedSegment[] =>
  Array.from({ length: count }, (_, index) => newSegment(index + 1, index * 4000));

interface Entry {
  /** What a player decodes the segment with and by: all of this stays the same as long as the segment is listed. */
  text: string;
  seconds: number;
  isGap: boolean;
}

interface Playlist {
  version: number;
  target: number;
  sequence: number;
  type: string | undefined;
  isComplete: boolean;
  /** By media sequence number. */
  entries: Map<number, Entry>;
}

/** Reads a playlist as a player does, and refuses what RFC 8216 does. */
function parse(list: string | undefined): Playlist {
  const value = (tag: string): string | undefined => new RegExp(`^#EXT-X-${tag}:(.*)$`, 'm').exec(list ?? '')?.[1];
  const sequence = Number(value('MEDIA-SEQUENCE') ?? 0);
  const read: Playlist = {
    version: Number(value('VERSION')),
    target: Number(value('TARGETDURATION')),
    sequence,
    type: value('PLAYLIST-TYPE'),
    isComplete: list?.includes('#EXT-X-ENDLIST') === true,
    entries: new Map(),
  };
  let [discontinuity, map, at, seconds, isGap, range] = [
    Number(value('DISCONTINUITY-SEQUENCE') ?? 0),
    '',
    0,
    0,
    false,
    '',
  ];
  for (const line of list?.split('\n') ?? []) {
    if (line === '#EXT-X-DISCONTINUITY') discontinuity += 1;
    else if (line === '#EXT-X-GAP') isGap = true;
    else if (line.startsWith('#EXT-X-MAP:')) map = line;
    else if (line.startsWith('#EXT-X-BYTERANGE:')) range = line;
    else if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8));
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(25));
    else if (line !== '' && !line.startsWith('#')) {
      const text = [line, seconds, isGap ? 'gap' : `${map} ${range}`, discontinuity, Math.round(at / 100)].join(' ');
      read.entries.set(sequence + read.entries.size, { text, seconds, isGap });
      at += seconds * 1000;
      [isGap, range] = [false, ''];
    }
  }
  for (const one of read.entries.values()) expect(Math.round(one.seconds)).toBeLessThanOrEqual(read.target);
  if ([...read.entries.values()].some((one) => one.isGap)) expect(read.version).toBeGreaterThanOrEqual(8);
  if (read.type === 'VOD') expect(read.isComplete).toBe(true);
  return read;
}

/** What a player may meet between two loads of one address (RFC 8216, 6.2.1 and 6.2.2). */
function expectSteady(before: Playlist, after: Playlist): void {
  const { version, target, type } = before;
  expect(after).toMatchObject({ version, target, type });
  expect(after.sequence).toBeGreaterThanOrEqual(before.sequence);
  expect(after.sequence + after.entries.size).toBeGreaterThanOrEqual(before.sequence + before.entries.size);
  for (const [number, { text }] of after.entries) {
    const known = before.entries.get(number);
    if (known !== undefined) expect(text).toBe(known.text);
  }
}

test('a stream of more than an hour keeps its numbers when it ends, and its recording begins at its beginning', () => {
  const live = [900, 1000].map((count) => parse(formatLivePlaylist(ofLength(count), false)));
  const ended = parse(formatLivePlaylist(ofLength(1000), true));
  expect([...live, ended].map(({ sequence }) => sequence)).toEqual([0, 100, 100]);
  for (const list of [...live, ended]) expect(list).toMatchObject({ target: 10, type: undefined });
  expect([...live, ended].map(({ isComplete }) => isComplete)).toEqual([false, false, true]);

  const recording = parse(formatRecordingPlaylist(ofLength(1000)));
  expect(recording).toMatchObject({ sequence: 0, type: 'VOD', isComplete: true });
  expect(recording.entries.size).toBe(1000);
});

test('the recording of a stream is listed when all of it is packaged', () => {
  const segments = [...ofLength(2), newSegment(3, 8000, { state: 'waiting' })];
  expect(formatRecordingPlaylist(segments)).toBeUndefined();
  expect(formatLivePlaylist([], false)).toBeUndefined();
  expect(parse(formatLivePlaylist(segments, true))).toMatchObject({ isComplete: false });
  expect(parse(formatLivePlaylist(segments, true)).entries.size).toBe(2);
});

test('a segment that comes after later ones is in the recording only', () => {
  const late = newSegment(9, 4000);
  const arrived = [newSegment(1, 0), newSegment(2, 8000), late];
  expect(formatLivePlaylist(arrived, true)).not.toContain('9.m4s');
  const recording = formatRecordingPlaylist([newSegment(1, 0), late, newSegment(2, 8000)]);
  expect(recording?.match(/\d\.m4s$/gm)).toEqual(['1.m4s', '9.m4s', '2.m4s']);
  expect(recording).not.toContain('#EXT-X-DISCONTINUITY\n');
});

test('encoders choose how far apart their keyframes are', () => {
  const segments = [newSegment(1, 0, { codec: 'h264' }), newSegment(2, 4000, { codec: 'h264', durationMs: 29_900 })];
  expect(parse(formatLivePlaylist(segments, false)).entries.size).toBe(2);
  const fromBrowser = [newSegment(1, 0), newSegment(2, 4000, { durationMs: 29_900 }), newSegment(3, 33_900)];
  const list = formatLivePlaylist(fromBrowser, false);
  expect(list).not.toContain('2.m4s');
  expect(list).toContain('#EXT-X-DISCONTINUITY\n');
});

const history = fc.record({
  /** The first hour, alike in every case; around its length the window begins to move. */
  before: fc.constantFrom(0, 1, 890, 899),
  later: fc.array(
    fc.record({
      codec: fc.constantFrom<ListedSegment['codec']>('vp8', 'h264'),
      durationMs: fc.oneof(fc.integer({ min: 20, max: 6000 }), fc.integer({ min: 6000, max: 30_400 })),
      /** Milliseconds lost before the segment; negative: it is delivered late. */
      lostMs: fc.constantFrom(0, 0, 0, 0, 700, -4000),
      isNewSession: fc.constantFrom(false, false, false, true),
      headHash: fc.constantFrom('a', 'a', 'a', 'b'),
      isSkipped: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});

test('one address is steady from the first to the last segment, whatever the stream is like', () => {
  fc.assert(
    fc.property(history, ({ before, later }) => {
      const segments = ofLength(before);
      let [session, endMs] = [SESSION, before * 4000];
      for (const { codec, durationMs, lostMs, isNewSession, headHash, isSkipped } of later) {
        if (isNewSession) [session, endMs] = [session + endMs + 3000, 0];
        const startMs = Math.max(0, endMs + lostMs);
        const state = isSkipped ? 'skipped' : 'ready';
        segments.push(newSegment(segments.length + 1, startMs, { session, durationMs, codec, headHash, state }));
        endMs = startMs + durationMs;
      }
      let known = parse(formatLivePlaylist(segments.slice(0, Math.max(1, before)), false));
      for (let count = Math.max(1, before) + 1; count <= segments.length; count += 1) {
        const listed = segments.slice(0, count);
        const waiting = listed.with(-1, { ...(listed.at(-1) ?? newSegment(0, 0)), state: 'waiting' });
        const delayed = parse(formatLivePlaylist(waiting, false));
        expectSteady(known, delayed);
        known = parse(formatLivePlaylist(listed, false));
        expectSteady(delayed, known);
      }
      const ended = parse(formatLivePlaylist(segments, true));
      expectSteady(known, ended);
      expect(ended.isComplete).toBe(true);
      parse(formatRecordingPlaylist(segments));
    }),
    { numRuns: rounds(15, 400) },
  );
});
