import { variantUrls } from '@app/contract/files/media';
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
  const { id, kind, alt, width, height, thumbhash, duration_ms, progress, video_state: state } = row;
  const { widths, rendition_key, poster_key } = row;
  const folder = `/media/posts/${row.uid}/`;
  const isRendered = rendition_key !== null;
  const common = { id, kind, alt, width, height, thumbhash, duration_ms, progress, state };
  if (kind === 'photo') {
    const preview = widths.includes(PREVIEW_WIDTH) ? PREVIEW_WIDTH : (widths[0] ?? PREVIEW_WIDTH);
    return {
      ...common,
      url: `${folder}${widths.at(-1)}.webp`,
      preview: `${folder}${preview}.webp`,
      variants: variantUrls(widths, (each) => `${folder}${each}.webp`),
      hls: null,
      motion: isRendered ? folder + MOTION_NAME : null,
    };
  }
  const playable = isRendered ? VIDEO_NAME : row.is_playable ? originalName(row.mime) : null;
  return {
    ...common,
    url: playable === null ? '' : folder + playable,
    preview: poster_key === null ? '' : folder + posterName(poster_key),
    variants: {},
    hls: isRendered && row.renditions.length > 0 ? folder + HLS_NAME : null,
    motion: null,
  };
}
