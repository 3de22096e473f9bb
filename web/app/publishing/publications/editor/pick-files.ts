import { IMAGE_MAX_BYTES } from '#contract/files/media';
import { PUBLISH_PHOTOS_MAX, PUBLISH_VIDEO_MAX_BYTES } from '#contract/publishing/publications';
import type { TextKey } from '../../../platform/texts.ts';

export type FileKind = 'photo' | 'video';

export interface RejectedFile {
  text: TextKey<'make-post'>;
  /** `max` is in bytes; the caller formats it. */
  values: { name: string; max: number };
  bytes?: number;
}

export interface PickedFiles {
  kind: FileKind;
  accepted: File[];
  rejected: RejectedFile[];
}

const VIDEO = /\.(mp4|m4v|mov|qt|webm|mkv|3gp|3g2|avi|mts|m2ts|ogv)$/i;
const PHOTO = /\.(jpe?g|png|webp|gif|heic|heif|avif|bmp|tiff?)$/i;
/** Larger photos are scaled down in the browser; a file above this limit is rejected. */
const RAW_PHOTO_MAX_BYTES = 5 * IMAGE_MAX_BYTES;

/** Falls back to the file extension, because phones send videos without a type. */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>): FileKind | null {
  // SVG may contain scripts, so it is not accepted as a photo.
  if (type === 'image/svg+xml') return null;
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('video/')) return 'video';
  if (type !== '' && type !== 'application/octet-stream') return null;
  if (VIDEO.test(name)) return 'video';
  return PHOTO.test(name) ? 'photo' : null;
}

function rejectionOf(file: File, kind: FileKind | null): RejectedFile | null {
  const values = { name: file.name, max: PUBLISH_PHOTOS_MAX };
  if (kind === null) return { text: 'make-post.files.unsupported', values };
  if (file.size === 0) return { text: 'make-post.files.empty', values };
  const bytes = kind === 'video' ? PUBLISH_VIDEO_MAX_BYTES : RAW_PHOTO_MAX_BYTES;
  return file.size > bytes ? { text: 'make-post.files.tooLarge', values, bytes } : null;
}

/**
 * Selects up to six photos or one video; the kinds exclude each other. Returns one message per reason for the files
 * left out.
 */
export function pickFiles(chosen: readonly File[], present: { kind: FileKind; count: number }): PickedFiles {
  const rejected: RejectedFile[] = [];
  const reject = (rejection: RejectedFile): void => {
    const isReported = rejected.some(({ text }) => text === rejection.text && GENERAL.has(text));
    if (!isReported) rejected.push(rejection);
  };
  let { kind } = present;
  const accepted: File[] = [];
  for (const file of chosen) {
    const own = kindOfFile(file);
    const wrong = rejectionOf(file, own);
    const values = { name: file.name, max: PUBLISH_PHOTOS_MAX };
    const count = present.count + accepted.length;
    if (wrong) reject(wrong);
    else if (count > 0 && kind === 'video') reject({ text: 'make-post.files.videoAlone', values });
    else if (count > 0 && own === 'video') reject({ text: 'make-post.files.videoSeparate', values });
    else if (count >= PUBLISH_PHOTOS_MAX) reject({ text: 'make-post.files.full', values });
    else {
      kind = own ?? 'photo';
      accepted.push(file);
    }
  }
  return { kind, accepted, rejected };
}

const GENERAL: ReadonlySet<string> = new Set([
  'make-post.files.videoAlone',
  'make-post.files.videoSeparate',
  'make-post.files.full',
]);
