import { shrinkPhoto } from '../../../files/media/prepare-photo.ts';

/** Pixels; enough for cropping, while larger images make dragging slow. */
const SIDE_MAX = 2400;
/** Some systems report no MIME type for HEIC files, so the extension counts as well. */
const PICTURE_NAME = /\.(jpe?g|png|webp|gif|hei[cf]|avif|bmp)$/i;

export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('image/') || (type === '' && PICTURE_NAME.test(name));

export const findPicture = (files: Iterable<File> | null | undefined): File | undefined =>
  [...(files ?? [])].find(isPicture);

/** Converts to an upright JPEG that every browser can draw; rejects when the browser cannot decode the file. */
export const openPortrait = (file: Blob): Promise<Blob> => shrinkPhoto(file, SIDE_MAX);

export type CameraTrouble = 'denied' | 'missing' | 'busy' | 'failed';

export function cameraTrouble(error: unknown): CameraTrouble {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}
