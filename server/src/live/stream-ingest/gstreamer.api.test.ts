// @module-tag long
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { streamsApi } from '@app/contract/live/streams';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen } from '../../../test/nodes.ts';
import { createWorld, type World } from '../../../test/world.ts';

const PEER = path.resolve(import.meta.dirname, '../../../test/media/gstreamer-peer.py');
/** The one that Debian installs python3-gi for, whatever else is in the path. */
const PYTHON = '/usr/bin/python3';
const ELEMENTS = ['webrtcbin', 'nicesrc', 'opusenc', 'vp8enc', 'rtph264pay', 'x264enc', 'avdec_h264'];
const PACKAGES =
  'gstreamer1.0-tools gstreamer1.0-nice gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav python3-gi gir1.2-gst-plugins-bad-1.0';
const isThere = (program: string, ...words: string[]): boolean => spawnSync(program, words).status === 0;
const hasGstreamer =
  ELEMENTS.every((element) => isThere('gst-inspect-1.0', element)) &&
  isThere(PYTHON, '-c', 'import gi; gi.require_version("GstWebRTC", "1.0")');
/** Two seconds of the picture, and of sound in packets of 20 ms. */
const ENOUGH = { video: 40, audio: 100 };
const PATIENCE = { timeout: 60_000, interval: 100 };

let folder: string;
let media: RunningMedia;
let world: World;
let origin: string;
let leave: () => void;
const peers: GstreamerPeer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-gstreamer-'));
  media = await runMedia(folder);
  world = await createWorld({ environment: { MEDIA_PORT: String(media.port), MEDIA_SECRET } });
  origin = await listen(world.app);
  leave = await world.services.mediaRooms.watch();
  await vi.waitFor(() => expect(world.services.mediaRooms.isUp()).toBe(true), PATIENCE);
});
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.end();
});
afterAll(async () => {
  leave?.();
  await media?.close();
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

interface PeerLine {
  status?: number;
  location?: string;
  error?: string;
  audio?: number;
  video?: number;
}

class GstreamerPeer {
  answer: PeerLine | undefined;
  counts = { audio: 0, video: 0 };
  readonly #child: ChildProcess;
  #trouble = '';

  constructor(mode: 'publish' | 'watch', url: string, token: string, codec: string) {
    this.#child = spawn(PYTHON, [PEER, mode, url, token, codec], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#trouble += chunk.toString();
    });
    if (this.#child.stdout)
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const told = JSON.parse(line) as PeerLine;
        if (told.status !== undefined) this.answer = told;
        else this.counts = { audio: told.audio ?? 0, video: told.video ?? 0 };
      });
    peers.push(this);
  }

  async admitted(): Promise<string> {
    await vi.waitFor(() => expect(this.answer?.status, this.answer?.error ?? this.#trouble).toBe(201), PATIENCE);
    return new URL(this.answer?.location ?? '', origin).href;
  }

  async has(least: { audio: number; video: number }): Promise<void> {
    await vi.waitFor(() => {
      expect(this.counts.video, this.#trouble).toBeGreaterThanOrEqual(least.video);
      expect(this.counts.audio).toBeGreaterThanOrEqual(least.audio);
    }, PATIENCE);
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

describe.skipIf(!hasGstreamer)(`GStreamer (apt-get install ${PACKAGES})`, () => {
  test.for(['h264', 'vp8'])(
    'sends a stream by WHIP and decodes it by WHEP: %s and Opus',
    { timeout: 180_000 },
    async (codec) => {
      const owner = await world.user();
      const { key } = (await world.call(owner, streamsApi.createKey)).body;
      const { stream_id: id } = (
        await world.call(owner, streamsApi.add, { body: { theme: 'Из студии', source: 'whip', audience: 'all' } })
      ).body;
      const publisher = new GstreamerPeer('publish', `${origin}/whip`, key, codec);
      const place = await publisher.admitted();
      const stateOf = async () =>
        (await world.call(owner, streamsApi.get, { body: { stream_id: id } })).body.stream?.state;
      await vi.waitFor(async () => expect(await stateOf()).toBe('live'), PATIENCE);

      const player = new GstreamerPeer('watch', `${origin}/whep/${id}`, '', codec);
      await player.admitted();
      await player.has(ENOUGH);

      expect((await fetch(place, { method: 'DELETE' })).status).toBe(200);
      await vi.waitFor(async () => expect(await stateOf()).toBe('ended'), PATIENCE);
    },
  );
});
