import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { FfmpegError, findFfmpeg, runFfmpeg } from './ffmpeg.public.ts';
import { readVideoFile, UnreadableFileError } from './reader/read-media.ts';
import type { VideoReading } from './reader/reader-job.ts';

const VIDEO_TYPES: readonly string[] = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'video/x-matroska',
  'video/3gpp',
  'video/3gpp2',
  'video/mp2t',
];

/** Types of old cameras and free software. Browsers cannot play them, and only ffmpeg reads them. */
const RARE_TYPES: readonly string[] = ['video/vnd.avi', 'video/ogg'];
const PROBE_SECONDS = 60;

/** Pixels, more than 8K. Limits the memory that a decoder allocates by the declared frame size. */
const SIDE_MAX = 8192;
const PIXELS_MAX = 8192 * 4352;
const SIDE_MIN = 2;

export interface ProbedVideo extends Omit<VideoReading, 'playable'> {
  playable: QuarantinedFile | null;
  discard(): Promise<void>;
}

/**
 * Probes a received video in a separate process, without decoding. Fails with unsupported_media, unprocessable_video,
 * video_too_long, and then leaves nothing.
 */
export async function probeVideo(file: QuarantinedFile, maxDurationMs: number): Promise<ProbedVideo> {
  const isRare = RARE_TYPES.includes(file.mime) && findFfmpeg() !== null;
  if (!isRare && !VIDEO_TYPES.includes(file.mime)) throw unsupported(file.mime);
  const outFolder = `${file.path}.out`;
  const discard = () => rm(outFolder, { recursive: true, force: true });
  try {
    await mkdir(outFolder);
    const reading = isRare
      ? await probeRare(file, outFolder, maxDurationMs)
      : await readVideoFile({ source: file.path, outFolder, maxDurationMs });
    requireReasonable(reading, maxDurationMs);
    return { ...reading, playable: reading.playable && (await describe(reading.playable)), discard };
  } catch (error) {
    await discard();
    if (error instanceof UnreadableFileError || error instanceof FfmpegError) throw new Failure('unprocessable_video');
    throw error;
  }
}

/** Reads all packets without decoding, because the declared duration is not trusted. Fails with FfmpegError. */
async function probeRare(
  { path, mime }: QuarantinedFile,
  folder: string,
  maxDurationMs: number,
): Promise<VideoReading> {
  let durationMs = 0;
  const output = await runFfmpeg(
    ['-map', '0:v:0', '-c', 'copy', '-t', String(maxDurationMs / 1000 + 1), '-f', 'null', '-'],
    {
      inputs: [{ path, mime }],
      folder,
      seconds: PROBE_SECONDS,
      lane: 'look',
      onProgress: (ms) => {
        durationMs = Math.max(durationMs, ms);
      },
    },
  );
  const tracks = output.match(/^ {2}Stream #0:\d+\S*: .*$/gm) ?? [];
  const sizes = /: Video: (\w+).*?, (\d+)x(\d+)(?: \[SAR (\d+):(\d+))?/.exec(tracks.at(-1) ?? '') ?? [];
  const [, videoCodec = null, width, height, across = 1, down = 1] = sizes;
  const audioCodec = /: Audio: (\w+)/.exec(output)?.[1] ?? null;
  return {
    width: Number(down) > 0 ? (Number(width) * Number(across)) / Number(down) : Number(width),
    height: Number(height),
    durationMs,
    videoCodec,
    audioCodec,
    hasAudio: audioCodec !== null,
    tracks: tracks.length - 1,
    playable: null,
  };
}

export const unsupported = (mime: string): Failure =>
  new Failure('unsupported_media', { values: { format: mime.replace(/^.*\/(?:vnd\.|x-)?/, '').toUpperCase() } });

function requireReasonable({ width, height, durationMs }: VideoReading, maxDurationMs: number): void {
  const sides = [width, height];
  const isSized = sides.every((side) => Number.isFinite(side) && side >= SIDE_MIN && side <= SIDE_MAX);
  if (!isSized || width * height > PIXELS_MAX) throw new Failure('unprocessable_video');
  if (!Number.isFinite(durationMs) || durationMs <= 0) throw new Failure('unprocessable_video');
  if (durationMs > maxDurationMs) throw new Failure('video_too_long');
}

async function describe({ path, mime }: { path: string; mime: string }): Promise<QuarantinedFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return { path, mime, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
