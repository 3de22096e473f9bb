import { parseFile } from 'music-metadata';
import type { AudioReading, ReaderJob } from './reader-job.ts';

/** Larger covers are ignored, as the image limit would reject them. */
const COVER_MAX_BYTES = 20 * 1024 * 1024;
const TEXT_MAX = 500;

export async function readAudio({ source }: Extract<ReaderJob, { kind: 'audio' }>): Promise<AudioReading> {
  const { format, common } = await parseFile(source, { duration: true });
  const { container = '', codec = '', duration = 0, hasAudio = true, hasVideo = false } = format;
  if (!hasAudio || !Number.isFinite(duration) || duration <= 0) throw new Error('the file has no audio track');
  const picture = common.picture?.find(({ type }) => type === 'Cover (front)') ?? common.picture?.[0];
  return {
    durationMs: Math.round(duration * 1000),
    container,
    codec,
    hasVideo,
    title: cleanText(common.title),
    artist: cleanText(common.artist ?? common.artists?.join(', ')),
    album: cleanText(common.album),
    cover: picture && picture.data.length <= COVER_MAX_BYTES ? picture.data : null,
  };
}

const cleanText = (text = ''): string => text.replace(/\0/g, '').trim().slice(0, TEXT_MAX);
