import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../src/media/ffmpeg.public.ts';

const run = promisify(execFile);

/** What phones, cameras and browsers record: seconds of a moving picture and a tone, made when they are needed. */
const KINDS = {
  mp4: ['mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  mute: ['mp4', '-an', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  hevcMov: ['mov', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-c:a', 'aac'],
  webm: ['webm', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
  mkv: ['mkv', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ts: ['ts', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  sound: ['mp4', '-vn', '-c:a', 'aac'],
} as const;

export interface VideoOptions {
  kind?: keyof typeof KINDS;
  size?: string;
  seconds?: number;
  /** Degrees that a player has to turn it, as phones write them. */
  rotation?: number;
  /** What else ffmpeg is told of the output. */
  more?: readonly string[];
}

export async function phoneVideo(options: VideoOptions = {}): Promise<Buffer> {
  const { kind = 'mp4', size = '640x360', seconds = 2, rotation, more = [] } = options;
  const [extension, ...codecs] = KINDS[kind];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-video-'));
  try {
    const made = path.join(folder, `made.${extension}`);
    await ffmpeg([
      ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`],
      ...[...codecs, '-preset', 'ultrafast', '-metadata', 'location=+55.7558+037.6173/', ...more, made],
    ]);
    if (rotation === undefined) return await readFile(made);
    const turned = path.join(folder, 'turned.mov');
    await ffmpeg(['-display_rotation', String(rotation), '-i', made, '-c', 'copy', turned]);
    return await readFile(turned);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  const program = findFfmpeg();
  if (program === null) throw new Error('These tests need ffmpeg, or @ffmpeg-binary');
  await run(program.path, ['-y', '-loglevel', 'error', '-nostdin', ...args]);
}
