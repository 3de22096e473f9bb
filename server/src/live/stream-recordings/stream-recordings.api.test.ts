import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import HLS from 'hls-parser';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addDomain } from '../../../test/add-domain.ts';
import { type Clip, generateClip } from '../../../test/clip.ts';
import { MediaClient } from '../../../test/media/media-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen } from '../../../test/nodes.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { findFfmpeg } from '../../files/media/ffmpeg.public.ts';
import { followRecordings } from './follow-recordings.public.ts';
import { packageLiveSegment } from './package-live-segment.job.ts';
import { publishRecording as publishRecordingJob } from './publish-recording.job.ts';
import { LATE_SEGMENTS_MS } from './recordings.queries.ts';
import { storeSegments } from './store-segments.job.ts';
import {
  endRecording,
  findRecordings,
  findSpans,
  hlsUrl,
  publishRecording,
  startRecording,
} from './stream-recordings.public.ts';
import { sweepRecordings } from './sweep-recordings.job.ts';

let folder: string;
let media: RunningMedia;
let world: World;
let owner: Actor;
let origin: string;
let clip: Clip;
let program: Clip;
const stops: (() => void)[] = [];
const clients: MediaClient[] = [];
const visible = new Set<number>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-streams-'));
  [clip, program] = await Promise.all([
    generateClip({ codec: 'vp8', seconds: 5.6 }),
    generateClip({ codec: 'h264', seconds: 5.6 }),
  ]);
  media = await runMedia(folder);
  world = await createWorld({ environment: { MEDIA_PORT: String(media.port), MEDIA_SECRET } });
  stops.push(
    addDomain({
      mayView: { stream: async (_services, viewer, id) => visible.has(id) || viewer.userId === owner.id },
    }),
  );
  owner = await world.user();
  origin = await listen(world.app);
  stops.push(await world.services.mediaRooms.watch(), followRecordings(world.services));
  await vi.waitFor(() => expect(world.services.mediaRooms.isUp()).toBe(true), 20_000);
}, 60_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  for (const stop of stops) stop();
  await media.close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const inTransaction = <T>(work: Parameters<ReturnType<World['services']['db']['transaction']>['execute']>[0]) =>
  world.services.db.transaction().execute(work) as Promise<T>;

async function stream(streamId: number, played: Clip): Promise<string> {
  const roomId = `stream${streamId}`;
  await inTransaction((tx) => startRecording(tx, { streamId, roomId, ownerId: owner.id }));
  world.services.mediaRooms.record(roomId, true);
  const seat = await world.services.mediaRooms.createJoinToken({ id: roomId, kind: 'stream' }, owner.id, 'publish');
  const client = new MediaClient(media.url);
  clients.push(client);
  await client.join(seat.token, { sends: ['audio', 'video'], slots: 0, codec: played.codec });
  await client.playClip(played);
  return roomId;
}

async function listed(streamId: number) {
  return world.services.db
    .selectFrom('stream_segments as s')
    .innerJoin('stream_recordings as r', 'r.id', 's.recording_id')
    .selectAll('s')
    .where('r.stream_id', '=', streamId)
    .orderBy('s.session')
    .orderBy('s.position')
    .execute();
}

async function keepUntil(streamId: number, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await storeSegments.run(world.services, {});
      expect((await listed(streamId)).length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 20_000, interval: 100 },
  );
}

const fetchMedia = (url: string, actor: Actor | null = null) =>
  world.app.inject({ url, headers: actor === null ? {} : { cookie: `token=${actor.token}` } });

/**
 * Audio and video of each segment begin where those of the previous one end, because browsers take a gap for a
 * discontinuity.
 */
async function expectNoSeams(head: Buffer, bodies: readonly Buffer[]): Promise<void> {
  const ends = new Map<string, number>();
  for (const body of bodies) {
    using input = new Input({ source: new BufferSource(Buffer.concat([head, body])), formats: [MP4] });
    for (const track of [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]) {
      if (track === null) throw new Error('a segment without picture or sound');
      const packets = [];
      for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
      const [first, last] = [packets[0], packets.at(-1)];
      if (first === undefined || last === undefined) throw new Error('an empty segment');
      const before = ends.get(track.type);
      if (before !== undefined) expect(Math.abs(first.timestamp - before)).toBeLessThan(0.003);
      expect(last.duration).toBeGreaterThan(0.004);
      ends.set(track.type, last.timestamp + last.duration);
    }
  }
}

/** A parser of the standard takes the list, with the lengths, parts and heads that it holds. */
function expectParsed(list: string): void {
  HLS.setOptions({ strictMode: true });
  const parsed = HLS.parse(list);
  if (parsed.isMasterPlaylist) throw new Error('not a list of segments');
  expect(parsed.segments).toHaveLength(list.match(/\.m4s$/gm)?.length ?? 0);
  for (const { duration, map, byterange } of parsed.segments) {
    expect(duration).toBeLessThanOrEqual(parsed.targetDuration);
    expect([map?.byterange?.offset, byterange?.offset]).toEqual([0, expect.any(Number)]);
  }
}

/** What a player of another make shows of a list that it loads itself; it ends at the end of the list, or after so many frames. */
function playByFfmpeg(streamId: number, isRunning: boolean, frames?: number): Promise<string> {
  const limit = frames === undefined ? [] : ['-frames:v', String(frames)];
  const cookie = `Cookie: token=${owner.token}\r\n`;
  const address = origin + hlsUrl(streamId, isRunning);
  const args = [
    '-hide_banner',
    '-xerror',
    '-headers',
    cookie,
    '-i',
    address,
    '-map',
    '0:v',
    '-map',
    '0:a',
    ...limit,
    '-f',
    'null',
    '-',
  ];
  return new Promise((resolve, reject) => {
    execFile(findFfmpeg()?.path ?? 'ffmpeg', args, (error, _stdout, stderr) =>
      error === null ? resolve(stderr) : reject(new Error(stderr)),
    );
  });
}

async function playList(streamId: number, isRunning = true): Promise<{ list: string; said: string }> {
  const list = (await fetchMedia(hlsUrl(streamId, isRunning), owner)).body;
  expectParsed(list);
  const [, mapUri, mapLength] = /#EXT-X-MAP:URI="(\d+\.m4s)",BYTERANGE="(\d+)@0"/.exec(list) ?? [];
  const place = hlsUrl(streamId, isRunning).replace(/\w+\.m3u8$/, '');
  const head = (await fetchMedia(`${place}${mapUri}`, owner)).rawPayload.subarray(0, Number(mapLength));
  const bodies: Buffer[] = [head];
  for (const [, length, from, name] of list.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)\n(\d+\.m4s)/g)) {
    const bytes = (await fetchMedia(`${place}${name}`, owner)).rawPayload;
    expect(bytes.length).toBe(Number(length) + Number(from));
    bodies.push(bytes.subarray(Number(from)));
  }
  await expectNoSeams(head, bodies.slice(1));
  const file = path.join(folder, `${streamId}.mp4`);
  await writeFile(file, Buffer.concat(bodies));
  const decoded = ['-v', 'info', '-xerror', '-i', file, '-map', '0:v', '-map', '0:a', '-f', 'null', '-'];
  const said = execFileSync(findFfmpeg()?.path ?? 'ffmpeg', decoded, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { list, said };
}

test('what a browser sends is kept in pieces, played by HLS while it grows, and becomes a publication', async () => {
  const streamId = 101;
  const roomId = await stream(streamId, clip);
  await keepUntil(streamId, 1);
  const [first] = await listed(streamId);
  expect(first).toMatchObject({
    position: 0,
    start_ms: 0,
    codec: 'vp8',
    width: 320,
    height: 240,
    live_state: 'waiting',
  });
  expect(Math.abs((first?.duration_ms ?? 0) - 4000)).toBeLessThan(300);

  expect((await fetchMedia(hlsUrl(streamId, true))).statusCode).toBe(404);
  expect((await fetchMedia(hlsUrl(streamId, true), owner)).body).not.toContain('.m4s');
  const told: number[] = [];
  const stopListening = addDomain({
    on: { 'stream.playable': async (_services, _tx, { streamId: id }) => void told.push(id) },
  });
  for (const { id } of await listed(streamId)) await packageLiveSegment.run(world.services, { id });
  stopListening();
  expect(told).toEqual([streamId]);
  await expect.poll(async () => (await fetchMedia(hlsUrl(streamId, true), owner)).body).toContain('.m4s');
  const growing = (await fetchMedia(hlsUrl(streamId, true), owner)).body;
  expect(growing).not.toContain('#EXT-X-PLAYLIST-TYPE');
  expect((await fetchMedia(hlsUrl(streamId, false), owner)).statusCode).toBe(404);
  expect(growing).not.toContain('#EXT-X-ENDLIST');
  expect(growing.match(/#EXT-X-MAP/g)).toHaveLength(1);
  expect(growing).not.toContain('#EXT-X-DISCONTINUITY\n');

  await inTransaction((tx) => endRecording(tx, streamId, new Date()));
  world.services.mediaRooms.end(roomId);
  await keepUntil(streamId, 2);
  for (const { id } of await listed(streamId)) await packageLiveSegment.run(world.services, { id });
  expect((await playList(streamId)).list).not.toContain('#EXT-X-ENDLIST');
  await world.services.db
    .updateTable('stream_recordings')
    .set({ ended_at: new Date(Date.now() - LATE_SEGMENTS_MS) })
    .where('stream_id', '=', streamId)
    .execute();
  await expect.poll(async () => (await playList(streamId)).list).toContain('#EXT-X-ENDLIST');
  const recorded = (await playList(streamId, false)).list;
  expect(recorded).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
  expect(recorded.match(/\.m4s$/gm)).toEqual((await playList(streamId)).list.match(/\.m4s$/gm));
  for (const isRunning of [true, false]) {
    const said = await playByFfmpeg(streamId, isRunning);
    expect(said).toMatch(/Video: h264[^\n]* 320x240/);
    expect(Number(/.*frame=\s*(\d+)/s.exec(said)?.[1])).toBeGreaterThan(100);
  }
  const state = (await findRecordings(world.services.db, [streamId])).get(streamId);
  expect(state).toMatchObject({ state: 'ready', publishId: null, isPlayable: true });
  // The clip plus the time that the publisher was silent afterwards.
  const lengthMs = (await listed(streamId)).reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  expect(state?.durationMs).toBe(lengthMs);
  expect(lengthMs).toBeGreaterThan(first?.duration_ms ?? 0);
  expect(await world.services.mediaRooms.segments()).toEqual([]);
  const spans = await findSpans(world.services.db, streamId);
  expect(spans).toEqual([[first?.session, lengthMs]]);

  const wanted = { streamId, ownerId: owner.id, description: 'Вчера было так', audience: 'all' as const };
  const publish = () => inTransaction((tx) => publishRecording(world.services, tx, wanted));
  expect(await publish()).toBe('waiting');
  await publishRecordingJob.run(world.services, { stream_id: streamId });
  const publishId = await publish();
  expect(publishId).toBeTypeOf('number');
  await publishRecordingJob.run(world.services, { stream_id: streamId });
  const files = await world.services.db
    .selectFrom('post_files')
    .selectAll()
    .where('publish_id', '=', Number(publishId))
    .execute();
  expect(files).toMatchObject([{ kind: 'video', width: 320, height: 240, video_state: 'processing' }]);
  expect(Math.abs((files[0]?.duration_ms ?? 0) - lengthMs)).toBeLessThan(600);
}, 90_000);

test('H.264 goes to viewers who can see it and into the recording as it came', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  const streamId = 102;
  visible.add(streamId);
  const roomId = `stream${streamId}`;
  const viewer = new MediaClient(media.url);
  const old = new MediaClient(media.url);
  clients.push(viewer, old);
  const token = (userId: number) => media.token({ roomId, kind: 'stream', userId, may: 'view' });
  await viewer.join(token(501), { sends: [], slots: 2, codec: 'h264' });
  await old.join(token(502), { sends: [], slots: 2 });
  await stream(streamId, program);
  const slot = viewer.slots.find(({ user }) => user === owner.id);
  expect(viewer.words(slot?.video_mid ?? null).length).toBeGreaterThan(100);
  const other = old.slots.find(({ user }) => user === owner.id);
  expect(old.words(other?.video_mid ?? null)).toEqual([]);
  expect(old.words(other?.audio_mid ?? null).length).toBeGreaterThan(100);

  await keepUntil(streamId, 1);
  for (const { id } of await listed(streamId)) await packageLiveSegment.run(world.services, { id });
  await expect.poll(async () => (await playList(streamId)).list).toContain('.m4s');
  expect((await fetchMedia(hlsUrl(streamId, true))).statusCode).toBe(200);
  expect((await listed(streamId))[0]).toMatchObject({ codec: 'h264', width: 320, height: 240 });
  expect(await playByFfmpeg(streamId, true, 25)).toMatch(/Video: h264[^\n]* 320x240[\s\S]*Audio: opus/);
  world.services.mediaRooms.end(roomId);
});

test('a node that is killed loses the piece under way at most; what it had finished is taken when it is back', {
  timeout: 60_000,
}, async () => {
  const streamId = 103;
  await stream(streamId, clip);
  const lying = async () =>
    (await world.services.mediaRooms.segments()).filter(({ roomId }) => roomId === `stream${streamId}`);
  await expect.poll(async () => (await lying()).length).toBeGreaterThanOrEqual(1);
  const finished = await lying();
  process.kill(media.process.pid ?? 0, 'SIGKILL');
  await expect.poll(() => world.services.mediaRooms.isUp()).toBe(false);
  await vi.waitFor(() => expect(world.services.mediaRooms.isUp()).toBe(true), 20_000);
  await keepUntil(streamId, finished.length);
  await Promise.all([1, 2, 3].map(() => storeSegments.run(world.services, {})));
  const kept = (await listed(streamId)).map(({ session, position }) => `${session} ${position}`);
  expect(kept).toEqual(expect.arrayContaining(finished.map(({ session, index }) => `${session} ${index}`)));
  expect(new Set(kept).size).toBe(kept.length);
});

test('of what is not kept, or was erased, nothing stays', async () => {
  const { db, storage } = world.services;
  const before = await listed(103);
  expect(before.length).toBeGreaterThan(0);
  await inTransaction((tx) => endRecording(tx, 103, new Date()));
  await db
    .updateTable('stream_recordings')
    .set({ is_retained: false, ended_at: new Date(0) })
    .where('stream_id', '=', 103)
    .execute();
  await sweepRecordings.run(world.services, {});
  expect(await listed(103)).toEqual([]);
  expect((await findRecordings(db, [103])).get(103)).toMatchObject({ state: 'empty' });
  for (const { storage_key } of await listed(101)) expect(await storage.has(storage_key)).toBe(true);
  await inTransaction(async (tx) =>
    expect(
      publishRecording(world.services, tx, { streamId: 103, ownerId: owner.id, description: '', audience: 'me' }),
    ).rejects.toMatchObject({ code: 'not_found' }),
  );
});
