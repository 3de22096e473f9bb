import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Track } from 'node-datachannel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFfmpeg } from '../../../server/src/files/media/ffmpeg.public.ts';
import { type Clip, type ClipPacket, generateClip, payloadsOf, rtpPacket } from '../../../server/test/clip.ts';
import { Producer } from '../rtp/producer.ts';
import { FrameReader } from './frames.ts';
import { encodeSegmentFile } from './segment-file.ts';
import { SegmentStore } from './segment-store.ts';
import { opusMs, RecordingSession, type Segment } from './session.ts';

let folder: string;
let vp8: Clip;
let h264: Clip;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-recording-'));
  vp8 = await generateClip({ codec: 'vp8', seconds: 13 });
  h264 = await generateClip({ codec: 'h264', seconds: 9 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

class Publisher {
  readonly video = new Producer('video');
  readonly audio = new Producer('audio');
  private readonly clip: Clip;
  private readonly sequences = { video: 65_000, audio: 100 };

  constructor(clip: Clip) {
    this.clip = clip;
    const track = { onMessage() {}, isOpen: () => false } as unknown as Track;
    this.video.addLayer('high', clip.codec, track, 1);
    this.audio.addLayer('high', 'opus', track, 2);
  }

  pack(packet: ClipPacket): Buffer[] {
    const { kind, ms } = packet;
    const payloads = payloadsOf(this.clip, packet);
    return payloads.map((payload, index) => {
      this.sequences[kind] += 1;
      const timestamp = 4_294_000_000 + ms * (kind === 'video' ? 90 : 48);
      const isLast = index === payloads.length - 1;
      return rtpPacket({ payloadType: 96, sequence: this.sequences[kind], timestamp, ssrc: 1, isLast }, payload);
    });
  }

  send({ kind }: ClipPacket, packets: readonly Buffer[], now: number): void {
    const source = this[kind];
    const layer = source.layer('high');
    if (layer === undefined) throw new Error('no layer');
    for (const packet of packets) source.forward(layer, packet, now);
  }
}

function record(clip: Clip, isSent: (packet: ClipPacket) => boolean = () => true): Segment[] {
  const segments: Segment[] = [];
  const session = new RecordingSession((segment) => segments.push(segment));
  const publisher = new Publisher(clip);
  session.use(publisher.video, publisher.audio);
  let ticked = 0;
  for (const packet of clip.packets) {
    for (; ticked < packet.ms; ticked += 100) session.tick(5000 + ticked);
    if (isSent(packet)) publisher.send(packet, publisher.pack(packet), 5000 + packet.ms);
  }
  session.end();
  return segments;
}

async function decode(segment: Segment): Promise<{ pictures: number; soundMs: number; said: string }> {
  const file = path.join(folder, `${segment.codec}-${segment.index}.mkv`);
  await writeFile(file, await encodeSegmentFile(segment));
  const inputs = [{ path: file, mime: 'video/matroska' }];
  const count = async (stream: string, filter: string) =>
    runFfmpeg(
      ['-map', stream, ...(filter ? ['-af', filter] : []), '-xerror', '-fps_mode', 'passthrough', '-f', 'null', '-'],
      {
        inputs,
        folder,
      },
    );
  const said = await count('0:v:0', '');
  const sound = await count('0:a:0', 'astats=measure_perchannel=none:measure_overall=Number_of_samples');
  const pictures = Number(
    said
      .match(/frame=\s*(\d+)/g)
      ?.at(-1)
      ?.replace(/\D+/, ''),
  );
  return { pictures, soundMs: Number(/Number of samples: (\d+)/.exec(sound)?.[1]) / 48, said };
}

test.each([
  ['vp8', () => vp8, 13_000],
  ['h264', () => h264, 9000],
] as const)('%s is cut at whole pictures into files that each stand for themselves', async (codec, find, lengthMs) => {
  const segments = record(find());
  expect(segments.map(({ index, startMs }) => [index, startMs])).toEqual(
    Array.from({ length: Math.ceil(lengthMs / 4000) }, (_, index) => [index, index * 4000]),
  );
  const total = segments.reduce((sum, { durationMs }) => sum + durationMs, 0);
  expect(Math.abs(total - lengthMs)).toBeLessThan(100);
  for (const segment of segments) {
    expect(segment).toMatchObject({ codec, width: 320, height: 240 });
    expect(segment.frames[0]?.isKey).toBe(true);
    const { pictures, soundMs, said } = await decode(segment);
    expect(pictures).toBe(segment.frames.length);
    expect(Math.abs(soundMs - segment.durationMs)).toBeLessThan(45);
    expect(said).toContain('320x240');
  }
});

test('who speaks no more is silent, and sound stays without holes', () => {
  const segments = record(vp8, ({ kind, ms }) => kind === 'video' || ms < 3000 || ms > 7000);
  for (const { sounds, startMs, durationMs } of segments.slice(0, -1)) {
    const total = sounds.reduce((sum, sound) => sum + sound.durationMs, 0);
    expect(Math.abs(total - durationMs)).toBeLessThanOrEqual(40);
    for (const [index, sound] of sounds.entries()) {
      const before = sounds[index - 1];
      if (before !== undefined) expect(sound.ms).toBe(before.ms + before.durationMs);
    }
    expect(sounds[0]?.ms).toBeGreaterThanOrEqual(startMs - 20);
  }
});

test('while the camera is off the last picture is shown on, and sound goes on', async () => {
  const segments = record(vp8, ({ kind, ms }) => kind === 'audio' || ms < 3500);
  expect(segments.length).toBeGreaterThanOrEqual(2);
  const [, still] = segments;
  if (still === undefined) throw new Error('nothing while it was off');
  expect(still.frames).toHaveLength(1);
  const { pictures, soundMs } = await decode(still);
  expect(pictures).toBe(1);
  expect(Math.abs(soundMs - still.durationMs)).toBeLessThan(45);
});

test('packets in another order make the same pictures; after a hole the next whole one begins', () => {
  const frames: { timestamp: number; isKey: boolean; data: Buffer }[] = [];
  let torn = 0;
  const reader = new FrameReader(
    'vp8',
    (frame) => frames.push(frame),
    () => {
      torn += 1;
    },
  );
  const pictures = vp8.packets.filter(({ kind }) => kind === 'video').slice(0, 60);
  const publisher = new Publisher(vp8);
  const packed = pictures.map((packet) => publisher.pack(packet));
  for (const [index, packets] of packed.entries()) {
    // The tenth packet is lost.
    const sent = index === 10 ? [] : packets.toReversed();
    for (const packet of index === 0 ? packets : sent) reader.addPacket(packet, index * 40);
  }
  expect(torn).toBe(1);
  const whole = pictures.filter((_, index) => index < 10 || index >= 25);
  expect(frames.map(({ data }) => data.length)).toEqual(whole.map(({ data }) => data.length));
  expect(frames[10]?.isKey).toBe(true);
});

test('what claims anything is read without harm', () => {
  const session = new RecordingSession(() => {});
  const publisher = new Publisher(h264);
  session.use(publisher.video, publisher.audio);
  for (const length of [0, 1, 2, 3, 9]) {
    for (const first of [0, 0x18, 0x1c, 0x67, 0x65, 0xff]) {
      const payload = Buffer.alloc(length, first);
      const packet = rtpPacket({ payloadType: 96, sequence: length, timestamp: first, ssrc: 1, isLast: true }, payload);
      for (const kind of ['video', 'audio'] as const) {
        publisher.send({ kind, ms: 0, isKey: false, data: payload }, [packet], first);
      }
    }
  }
  session.tick(10_000);
  session.end();
  expect([0xfc, 0x78, 0x18].map((head) => opusMs(Buffer.from([head])))).toEqual([20, 20, 60]);
});

test('a segment that lies on the disk lies there whole, and goes once it was taken', async () => {
  const store = new SegmentStore(path.join(folder, 'store'));
  const name = { session: 17, index: 0, startMs: 0, durationMs: 4000, codec: 'vp8' as const, width: 320, height: 240 };
  expect(await store.put('room1', { ...name, index: 1 }, Buffer.from('two'))).toBe(true);
  expect(await store.put('room1', name, Buffer.from('one'))).toBe(true);
  await writeFile(path.join(folder, 'store', 'room1', '17-2-8000-4000-vp8-320x240.mkv.part'), 'tor');
  expect(await store.list()).toMatchObject([
    { room: 'room1', index: 0, bytes: 3 },
    { room: 'room1', index: 1, bytes: 3 },
  ]);
  expect(store.find('..', '17-0-0-4000-vp8-320x240.mkv')).toBeUndefined();
  expect(store.find('room1', '../../secret')).toBeUndefined();
  await store.remove('room1', '17-0-0-4000-vp8-320x240.mkv');
  expect(await store.list()).toHaveLength(1);
  await store.sweep(Date.now() + 2 * 86_400_000);
  expect(await readdir(path.join(folder, 'store'))).toEqual([]);
});
