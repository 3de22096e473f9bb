import { readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PUBLISH_VIDEO_MAX_MS } from '@app/contract/publishing/publications';
import { findFfmpeg, runFfmpeg } from '../../files/media/ffmpeg.public.ts';

/** Short sides of the renditions in pixels. A machine with two cores can make only two in acceptable time. */
const LADDER = os.availableParallelism() > 2 ? [360, 720, 1080] : [360, 720];
/** A rendition hardly smaller than the next one is left out. */
const STEP = 0.85;

const SEGMENT_SECONDS = 4;
const MAX_FPS = 60;
/** Wall-clock time limit: a fixed part plus a part per second of video. */
const SECONDS = { fixed: 180, perSecond: 15 };
const MEMORY_MB = 1536;
const OUTPUT_MAX_BYTES = 4 * 2 ** 30;
/** Short side of the frame from which the poster is made, in pixels. */
const POSTER_SIDE = 1080;

export interface VideoSource {
  path: string;
  mime: string;
  width: number;
  height: number;
  durationMs: number;
  range: HighRange | undefined;
}

export interface Transcode {
  folder: string;
  onProgress(percent: number): void;
}

export interface TranscodedVideo {
  files: { part: string; path: string }[];
  renditions: number[];
  bytes: number;
}

/** Returns the even short sides to make, smallest first, none above the source's. */
function ladderFor({ width, height }: Pick<VideoSource, 'width' | 'height'>): number[] {
  const top = even(Math.min(Math.min(width, height), LADDER.at(-1) ?? 720));
  return [...LADDER.filter((side) => side < top * STEP), top];
}

function sizeAt({ width, height }: Pick<VideoSource, 'width' | 'height'>, side: number): [number, number] {
  const short = Math.min(width, height);
  return [even(Math.round((width * side) / short)), even(Math.round((height * side) / short))];
}

const even = (pixels: number): number => Math.max(2, Math.floor(pixels / 2) * 2);

/** Transfer function of an HDR video: PQ, or HLG as recorded by phones. */
export type HighRange = 'smpte2084' | 'arib-std-b67';

/** Reads the first frame; undefined for an SDR video. Fails with FfmpegError. */
export async function detectHighRange(
  { path, mime }: Pick<VideoSource, 'path' | 'mime'>,
  folder: string,
): Promise<HighRange | undefined> {
  const inputs = [{ path, mime }];
  const output = await runFfmpeg(['-map', '0:v:0', '-frames:v', '1', '-f', 'null', '-'], { inputs, folder });
  const [, range] = /Video: wrapped_avframe, [^\n]*\/(smpte2084|arib-std-b67)[,)]/.exec(output) ?? [];
  return range as HighRange | undefined;
}

/** Tone-maps to SDR. Without the required filters the picture looks pale. */
function toStandardRange(range: HighRange): string {
  if (!findFfmpeg()?.mapsTones) return 'scale=in_color_matrix=bt2020:out_color_matrix=bt709,format=yuv420p';
  return [
    `zscale=tin=${range}:pin=bt2020:min=bt2020nc:t=linear:npl=100,format=gbrpf32le,zscale=p=bt709`,
    'tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p',
    'sidedata=delete:MASTERING_DISPLAY_METADATA,sidedata=delete:CONTENT_LIGHT_LEVEL',
  ].join(',');
}

const STANDARD_COLORS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];

/** Creates MP4 and HLS in `folder`. Fails with FfmpegError. */
export async function createRenditions(
  source: VideoSource,
  { folder, onProgress }: Transcode,
): Promise<TranscodedVideo> {
  const renditions = ladderFor(source);
  const { range } = source;
  const sizeOf = (side: number): string => `scale=${sizeAt(source, side).join(':')}:flags=bicubic`;
  const graph = [
    // Floating-point frames need much memory, so the picture is scaled down before tone mapping.
    `[0:v:0]${range ? `${sizeOf(renditions.at(-1) ?? 0)},${toStandardRange(range)},` : ''}split=${renditions.length}`,
    ...renditions.map((side) => `[s${side}]`),
    ...renditions.map((side) => `;[s${side}]${sizeOf(side)},setsar=1,format=yuv420p[v${side}]`),
  ].join('');
  const colours = range ? STANDARD_COLORS : [];
  await runFfmpeg(['-filter_complex', graph, ...renditions.flatMap((side) => hlsOf(side, colours))], {
    inputs: [{ path: source.path, mime: source.mime }],
    folder,
    lane: 'long',
    seconds: SECONDS.fixed + (SECONDS.perSecond * source.durationMs) / 1000,
    memoryMb: MEMORY_MB,
    outputBytes: OUTPUT_MAX_BYTES,
    onProgress: (ms) => onProgress(Math.min(99, Math.floor((100 * ms) / source.durationMs))),
  });
  const top = renditions.at(-1) ?? 0;
  // Copies the largest rendition to one MP4 file with its index at the front.
  await runFfmpeg(['-map', '0', '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4', 'video.mp4'], {
    inputs: [{ path: path.join(folder, `${top}.m4s`), mime: 'video/mp4' }],
    folder,
    seconds: 600,
    outputBytes: OUTPUT_MAX_BYTES,
  });
  const list = await masterList(source, renditions, folder);
  await writeFile(path.join(folder, 'list.m3u8'), list);
  const files = [
    { part: 'video', path: path.join(folder, 'video.mp4') },
    { part: 'list', path: path.join(folder, 'list.m3u8') },
    ...renditions.flatMap((side) => [
      { part: String(side), path: path.join(folder, `${side}.m4s`) },
      { part: `${side}-list`, path: path.join(folder, `${side}.m3u8`) },
    ]),
  ];
  const sizesOf = await Promise.all(files.map(async (file) => (await stat(file.path)).size));
  return { files, renditions, bytes: sizesOf.reduce((sum, size) => sum + size, 0) };
}

const hlsOf = (side: number, colours: readonly string[]): string[] => [
  ...['-map', `[v${side}]`, '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-threads', '2', ...colours],
  ...['-crf', '23', '-maxrate', `${maxRate(side)}k`, '-bufsize', `${maxRate(side) * 2}k`, '-fpsmax', String(MAX_FPS)],
  ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-sc_threshold', '0'],
  ...['-c:a', 'aac', '-b:a', side <= 360 ? '96k' : '128k', '-ac', '2', '-ar', '48000'],
  ...['-t', String(PUBLISH_VIDEO_MAX_MS / 1000), '-max_muxing_queue_size', '1024'],
  ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
  ...['-hls_flags', 'single_file', '-hls_segment_filename', `${side}.m4s`, `${side}.m3u8`],
];

/** Kilobits per second, generous for 16:9 at 30 frames per second. */
const maxRate = (side: number): number => Math.round(Math.max(300, (side * side) / 240));

async function masterList(source: VideoSource, renditions: readonly number[], folder: string) {
  const lines = await Promise.all(
    renditions.map(async (side) => {
      const { size } = await stat(path.join(folder, `${side}.m4s`));
      const seconds = Math.max(1, source.durationMs / 1000);
      const average = Math.round((size * 8) / seconds);
      const bandwidth = Math.max(average, Math.round((await largestSegment(folder, side)) * 8));
      const [w, h] = sizeAt(source, side);
      return `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},RESOLUTION=${w}x${h}\n${side}.m3u8`;
    }),
  );
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

/** Bytes per second of the heaviest segment, which the playlist declares as peak bandwidth. */
async function largestSegment(folder: string, side: number): Promise<number> {
  const list = await readFile(path.join(folder, `${side}.m3u8`), 'utf8');
  const rates = [...list.matchAll(/#EXTINF:([\d.]+),\s*#EXT-X-BYTERANGE:(\d+)/g)].map(
    ([, seconds, bytes]) => Number(bytes) / Math.max(0.5, Number(seconds)),
  );
  return Math.max(0, ...rates);
}

/** Writes a JPEG of one moment into `folder`. Fails with FfmpegError. */
export async function drawPoster(source: VideoSource, folder: string, ms: number): Promise<string> {
  const file = path.join(folder, 'poster.jpg');
  const { width, height, range } = source;
  const size = sizeAt(source, Math.min(Math.min(width, height), POSTER_SIDE));
  const filters = [`scale=${size.join(':')}`, ...(range ? [toStandardRange(range)] : []), 'setsar=1'];
  await runFfmpeg(
    [
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-frames:v', '1'],
      ...['-vf', filters.join(','), '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', 'poster.jpg'],
    ],
    {
      inputs: [{ path: source.path, mime: source.mime, before: ['-ss', (ms / 1000).toFixed(3)] }],
      folder,
      seconds: 60,
      memoryMb: 1024,
      outputBytes: 32 * 2 ** 20,
    },
  );
  // Past the last frame ffmpeg writes no file, so `stat` throws.
  await stat(file);
  return file;
}
