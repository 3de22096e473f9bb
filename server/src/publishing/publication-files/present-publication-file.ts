import type { PublicationFile } from '@app/contract/publishing/publications';
import type { PresentableFileRow } from './publication-files.queries.ts';

export const VIDEO_NAME = 'video.mp4';
export const HLS_NAME = 'list.m3u8';
export const MOTION_NAME = 'motion.mp4';
const PREVIEW_WIDTH = 800;
export const POSTER_WIDTH = 800;

const ORIGINAL_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
]);

export const originalName = (mime: string): string => `original.${ORIGINAL_EXTENSIONS.get(mime) ?? 'bin'}`;

/** A changed poster gets a new name, so that browsers do not show the cached one. */
export const posterName = (posterKey: string): string => `poster-${posterKey.slice(-12)}.webp`;

export function presentPublicationFile(row: PresentableFileRow): PublicationFile {
  const at = (last: string): string => `/media/posts/${row.uid}/${last}`;
  const { id, kind, alt, width, height, thumbhash, duration_ms, progress } = row;
  const common = { id, kind, alt, width, height, thumbhash, duration_ms, progress, state: row.video_state };
  if (kind === 'photo') {
    const variants = Object.fromEntries(row.widths.map((each) => [String(each), at(`${each}.webp`)]));
    const preview = row.widths.includes(PREVIEW_WIDTH) ? PREVIEW_WIDTH : (row.widths[0] ?? PREVIEW_WIDTH);
    const motion = row.rendition_key === null ? null : at(MOTION_NAME);
    return {
      ...common,
      url: at(`${row.widths.at(-1)}.webp`),
      preview: at(`${preview}.webp`),
      variants,
      hls: null,
      motion,
    };
  }
  return {
    ...common,
    url: row.rendition_key !== null ? at(VIDEO_NAME) : row.is_playable ? at(originalName(row.mime)) : '',
    preview: row.poster_key === null ? '' : at(posterName(row.poster_key)),
    variants: {},
    hls: row.rendition_key !== null && row.renditions.length > 0 ? at(HLS_NAME) : null,
    motion: null,
  };
}
