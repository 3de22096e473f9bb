import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { findFfmpeg, runFfmpeg } from './ffmpeg.public.ts';
import { readAudioFile, UnreadableFileError } from './reader/read-media.ts';

/** Accepted MIME types, and the type and extension under which they are served. */
const AUDIO_TYPES: ReadonlyMap<string, { mime: string; extension: string }> = new Map([
  ['audio/mpeg', { mime: 'audio/mpeg', extension: 'mp3' }],
  ['audio/mp4', { mime: 'audio/mp4', extension: 'm4a' }],
  ['audio/aac', { mime: 'audio/aac', extension: 'aac' }],
  ['audio/ogg', { mime: 'audio/ogg', extension: 'ogg' }],
  ['audio/opus', { mime: 'audio/ogg', extension: 'ogg' }],
  ['audio/flac', { mime: 'audio/flac', extension: 'flac' }],
  ['audio/x-flac', { mime: 'audio/flac', extension: 'flac' }],
  ['audio/wav', { mime: 'audio/wav', extension: 'wav' }],
  ['audio/webm', { mime: 'audio/webm', extension: 'webm' }],
]);

/** Types that contain either audio or video; accepted when they contain only audio. */
const MAYBE_SOUND: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'audio/mp4'],
  ['video/webm', 'audio/webm'],
]);

export function audioExtension(mime: string): string {
  return [...AUDIO_TYPES.values()].find((type) => type.mime === mime)?.extension ?? 'bin';
}

export interface AudioProbe {
  mime: string;
  duration_ms: number;
  title: string;
  artist: string;
  album: string;
  cover: Uint8Array | null;
}

/** Probes a received audio file in a separate process. Fails with unsupported_media and unprocessable_audio. */
export async function probeAudio(file: Pick<QuarantinedFile, 'path' | 'mime'>): Promise<AudioProbe> {
  const sniffed = MAYBE_SOUND.get(file.mime) ?? file.mime;
  const type = AUDIO_TYPES.get(sniffed);
  if (type === undefined) throw unsupported(file.mime);
  try {
    const { durationMs, title, artist, album, cover, hasVideo } = await readAudioFile({ source: file.path });
    if (hasVideo && MAYBE_SOUND.has(file.mime)) throw unsupported(file.mime);
    return { mime: type.mime, duration_ms: durationMs, title, artist, album, cover };
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new Failure('unprocessable_audio');
    throw error;
  }
}

const unsupported = (mime: string): Failure =>
  new Failure('unsupported_media', { values: { format: (mime.split('/')[1] ?? mime).toUpperCase() } });

export interface Loudness {
  /** Integrated loudness by EBU R128, LUFS. */
  lufs: number;
  /** True peak, dB. */
  peak_db: number;
}

const LOUDNESS_SECONDS = 600;

/** Measures the loudness of a file; undefined when ffmpeg is missing or the file silent. Fails with FfmpegError. */
export async function measureLoudness(
  { path, mime, folder }: { path: string; mime: string; folder: string },
  signal?: AbortSignal,
): Promise<Loudness | undefined> {
  if (findFfmpeg() === null) return undefined;
  const output = await runFfmpeg(
    ['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
    { inputs: [{ path, mime }], folder, seconds: LOUDNESS_SECONDS, signal },
  );
  const summary = output.slice(output.lastIndexOf('Summary:'));
  const lufs = Number(/\bI:\s+(-?[\d.]+|-inf) LUFS/.exec(summary)?.[1]);
  const peak = Number(/\bPeak:\s+(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1]);
  if (!Number.isFinite(lufs) || !Number.isFinite(peak)) return undefined;
  // The gate's threshold, which ffmpeg reports for silence.
  return lufs <= -70 ? undefined : { lufs, peak_db: peak };
}
