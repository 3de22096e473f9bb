// @module-tag long
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import HLS from 'hls-parser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addDomain } from '../../../test/add-domain.ts';
import { listen } from '../../../test/nodes.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { findFfmpeg } from '../../files/media/ffmpeg.public.ts';
import { newSegmentKey } from './object-keys.ts';
import { packageLiveSegment } from './package-live-segment.job.ts';
import { LATE_SEGMENTS_MS } from './recordings.queries.ts';
import { endRecording, hlsUrl, startRecording } from './stream-recordings.public.ts';

const STREAM = 301;
const SEGMENT_MS = 4000;
const FRAMES_PER_SEGMENT = 20;
const SEGMENTS = 1000;
/** The playlist of a running stream holds an hour. */
const LISTED = 900;
const SECONDS = (SEGMENTS * SEGMENT_MS) / 1000;
const run = promisify(execFile);
const hasMpv = spawnSync('mpv', ['--version']).status === 0;

let folder: string;
let world: World;
let origin: string;
let removeDomain: () => void;
const session = Date.now() - SECONDS * 1000;
const lists = { live: '', ended: '', recording: '' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-hour-'));
  world = await createWorld();
  removeDomain = addDomain({ mayView: { stream: async () => true } });
  origin = await listen(world.app);
  await packageHour();
}, 300_000);
afterAll(async () => {
  removeDomain?.();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

const loadList = async (isRunning: boolean): Promise<string> => {
  const response = await fetch(origin + hlsUrl(STREAM, isRunning));
  expect(response.status).toBe(200);
  return response.text();
};

/** Stores segments as a media node delivers them, H.264 of five frames a second and Opus, and packages each. */
async function packageHour(): Promise<void> {
  const { db, storage } = world.services;
  const owner = await world.user();
  await db
    .transaction()
    .execute((tx) => startRecording(tx, { streamId: STREAM, roomId: `stream${STREAM}`, ownerId: owner.id }));
  const { id: recording_id } = await db.selectFrom('stream_recordings').select('id').executeTakeFirstOrThrow();
  const file = path.join(folder, 'segment.mkv');
  execFileSync(findFfmpeg()?.path ?? 'ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=160x120:rate=${FRAMES_PER_SEGMENT / 4}`],
    ...['-f', 'lavfi', '-i', 'sine=440', '-t', '4', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-bf', '0', '-profile:v', 'baseline', '-g', '999', '-bsf:v', 'dump_extra=freq=keyframe'],
    // Two hundred packets: the encoder adds one.
    ...['-af', 'atrim=end=3.98', '-c:a', 'libopus', '-frame_duration', '20', '-f', 'matroska', file],
  ]);
  const { size: bytes } = await stat(file);
  for (let position = 0; position < SEGMENTS; position += 1) {
    const storage_key = newSegmentKey();
    await storage.put(storage_key, file, 'application/octet-stream');
    const part = { position, start_ms: position * SEGMENT_MS, duration_ms: SEGMENT_MS, bytes, storage_key };
    const { id } = await db
      .insertInto('stream_segments')
      .values({ recording_id, session, codec: 'h264', width: 160, height: 120, ...part })
      .returning('id')
      .executeTakeFirstOrThrow();
    await packageLiveSegment.run(world.services, { id });
  }
  lists.live = await loadList(true);
  await db.transaction().execute((tx) => endRecording(tx, STREAM, new Date(Date.now() - LATE_SEGMENTS_MS)));
  lists.ended = await vi.waitFor(async () => {
    const list = await loadList(true);
    expect(list).toContain('#EXT-X-ENDLIST');
    return list;
  }, 20_000);
  lists.recording = await loadList(false);
}

function parse(list: string) {
  HLS.setOptions({ strictMode: true });
  const parsed = HLS.parse(list);
  if (parsed.isMasterPlaylist) throw new Error('not a list of segments');
  const { version, targetDuration, mediaSequenceBase, playlistType, endlist, segments } = parsed;
  return { version, targetDuration, mediaSequenceBase, playlistType, endlist, count: segments.length };
}

test('a parser of the standard reads the lists of more than an hour', () => {
  const steady = { version: 8, targetDuration: 30 };
  const live = { ...steady, mediaSequenceBase: SEGMENTS - LISTED, count: LISTED };
  expect(parse(lists.live)).toMatchObject({ ...live, endlist: false });
  expect(parse(lists.ended)).toMatchObject({ ...live, endlist: true });
  expect(parse(lists.recording)).toMatchObject({
    ...steady,
    mediaSequenceBase: 0,
    playlistType: 'VOD',
    count: SEGMENTS,
  });
});

test.for([
  ['the last hour, by the address of the running stream', true, LISTED],
  ['all of it, by the address of the recording', false, SEGMENTS],
] as const)('ffmpeg loads and decodes %s', { timeout: 180_000 }, async ([, isRunning, segments]) => {
  const args = ['-v', 'info', '-xerror', '-i', origin + hlsUrl(STREAM, isRunning), '-map', '0:v', '-map', '0:a'];
  const output = ['-fps_mode', 'passthrough', '-f', 'null', '-'];
  const { stderr } = await run(findFfmpeg()?.path ?? 'ffmpeg', [...args, ...output], { maxBuffer: 64 * 2 ** 20 });
  expect(Number(/.*frame=\s*(\d+)/s.exec(stderr)?.[1])).toBe(segments * FRAMES_PER_SEGMENT);
  const [, hours, minutes, seconds] = /.*time=(\d+):(\d+):([\d.]+)/s.exec(stderr) ?? [];
  const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  expect(Math.abs(length - (segments * SEGMENT_MS) / 1000)).toBeLessThan(1);
  expect(stderr).not.toMatch(/error|invalid|non.?monoton|corrupt/i);
});

describe.skipIf(!hasMpv)('mpv (apt-get install mpv)', () => {
  const property = (name: string): string => `$\{=${name}}`;
  const STATUS = /at ([\d.]+) of ([\d.]+);/g;
  const CONTROLS = new RegExp(`${String.fromCodePoint(27)}\\[\\d*\\w|\\s`, 'g');

  test('plays a recording of more than an hour to its end without a warning', { timeout: 180_000 }, async () => {
    const { stdout, stderr } = await run(
      'mpv',
      [
        ...['--no-config', '--vo=null', '--ao=null', '--ao-null-untimed=yes', '--untimed'],
        // Played as fast as it decodes, picture and sound part: the player warns of that.
        ...['--msg-level=all=warn,cplayer=error,statusline=status', origin + hlsUrl(STREAM, false)],
        `--term-status-msg=at ${property('time-pos')} of ${property('duration')};`,
      ],
      { maxBuffer: 64 * 2 ** 20 },
    );
    const said = stdout + stderr;
    const places = [...said.matchAll(STATUS)].map(([, at, length]) => ({ at: Number(at), length: Number(length) }));
    expect(places.every(({ at }, index) => index === 0 || at >= (places[index - 1]?.at ?? 0))).toBe(true);
    expect(new Set(places.map(({ at }) => at)).size).toBeGreaterThan(0.99 * SEGMENTS * FRAMES_PER_SEGMENT);
    expect(places.at(-1)).toEqual({ at: expect.closeTo(SECONDS, 0), length: SECONDS });
    expect(said.replaceAll(STATUS, '').replaceAll(CONTROLS, '')).toBe('');
  });
});
