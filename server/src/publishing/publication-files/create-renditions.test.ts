import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneVideo } from '../../../test/uploads/videos.ts';
import { runFfmpeg } from '../../files/media/ffmpeg.public.ts';
import { createRenditions, detectHighRange, drawPoster, type VideoSource } from './create-renditions.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-renditions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function sourceOf(
  kind: 'pqMov' | 'hlgMov' | 'mp4',
  more: readonly string[] = [],
): Promise<[VideoSource, string]> {
  const out = path.join(folder, kind);
  await mkdir(out, { recursive: true });
  const source = { path: path.join(out, 'source'), mime: 'video/mp4', width: 320, height: 240, durationMs: 1000 };
  await writeFile(source.path, await phoneVideo({ kind, size: '320x240', seconds: 1, more }));
  return [{ ...source, range: await detectHighRange(source, out) }, out];
}

async function look(file: string): Promise<string> {
  const inputs = [{ path: file, mime: 'video/mp4' }];
  return runFfmpeg(['-map', '0:v:0', '-vf', 'showinfo', '-frames:v', '1', '-f', 'null', '-'], { inputs, folder });
}

test.each([
  ['pqMov', 'smpte2084'],
  ['hlgMov', 'arib-std-b67'],
] as const)(
  '%s becomes pictures that any screen shows, and says so',
  { tags: ['long'], timeout: 60_000 },
  async (kind, range) => {
    const [source, out] = await sourceOf(kind);
    expect(source.range).toBe(range);
    await createRenditions(source, { folder: out, onProgress: () => {} });
    for (const name of ['video.mp4', '240.m4s']) {
      const said = await look(path.join(out, name));
      expect(said).toMatch(/Video: h264 \(High\).*yuv420p\(tv, bt709, progressive\), 320x240/);
      expect(said).not.toMatch(/Mastering|light level/i);
    }
    const { channels } = await sharp(await drawPoster(source, out, 500)).stats();
    for (const { mean, stdev } of channels) {
      expect(mean).toBeGreaterThan(50);
      expect(mean).toBeLessThan(220);
      expect(stdev).toBeGreaterThan(30);
    }
  },
);

test('a usual video keeps its own colours, and oblong pixels are drawn square', async () => {
  const [source, out] = await sourceOf('mp4', ['-vf', 'setsar=4/3']);
  expect(source.range).toBeUndefined();
  await createRenditions({ ...source, width: 427 }, { folder: out, onProgress: () => {} });
  expect(await look(path.join(out, 'video.mp4'))).toMatch(/yuv420p\(.*426x240 \[SAR 1:1/);
}, 60_000);
