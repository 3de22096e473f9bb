import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../src/files/media/ffmpeg.public.ts';

const run = promisify(execFile);

/** ffmpeg options for 10-bit HDR with the metadata that phones write. */
function highRange(transfer: string): string[] {
  const screen = 'master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400';
  return [
    ...['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-x265-params', `log-level=none:${screen}`, '-tag:v', 'hvc1'],
    ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc', '-c:a', 'aac'],
  ];
}

const KINDS = {
  mp4: ['mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  mute: ['mp4', '-an', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  hevcMov: ['mov', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-c:a', 'aac'],
  pqMov: ['mov', ...highRange('smpte2084')],
  hlgMov: ['mov', ...highRange('arib-std-b67')],
  avi: ['avi', '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  ogv: ['ogv', '-c:v', 'libtheora', '-c:a', 'libvorbis'],
  '3gp': ['3gp', '-s', '352x288', '-c:v', 'h263', '-c:a', 'aac'],
  webm: ['webm', '-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
  mkv: ['mkv', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ts: ['ts', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  sound: ['mp4', '-vn', '-c:a', 'aac'],
} as const;

export interface VideoOptions {
  kind?: keyof typeof KINDS;
  size?: string;
  seconds?: number;
  /** Frames a second. */
  rate?: string;
  /** Rotation metadata in degrees, as phones write it. */
  rotation?: number;
  /** What else ffmpeg is told of the output. */
  more?: readonly string[];
}

export async function phoneVideo(options: VideoOptions = {}): Promise<Buffer> {
  const { kind = 'mp4', size = '640x360', seconds = 2, rate = '25', rotation, more = [] } = options;
  const [extension, ...codecs] = KINDS[kind];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-video-'));
  try {
    const made = path.join(folder, `made.${extension}`);
    await ffmpeg([
      ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`],
      ...[...codecs, '-preset', 'ultrafast', '-metadata', 'location=+55.7558+037.6173/', ...more, made],
    ]);
    if (rotation === undefined) return await readFile(made);
    const turned = path.join(folder, 'turned.mov');
    const isOld = Number.parseInt(findFfmpeg()?.version ?? '', 10) < 6;
    await ffmpeg(
      isOld
        ? ['-i', made, '-c', 'copy', '-metadata:s:v:0', `rotate=${rotation}`, turned]
        : ['-display_rotation', String(rotation), '-i', made, '-c', 'copy', turned],
    );
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

/** Replaces the media data by noise: the file is recognized but cannot be decoded. */
export function damaged(video: Buffer): Buffer {
  const bytes = Buffer.from(video);
  const start = bytes.indexOf('mdat') + 4;
  const end = start - 8 + bytes.readUInt32BE(start - 8);
  for (let at = start; at < end; at += 1) bytes[at] = (at * 7919) % 256;
  return bytes;
}
