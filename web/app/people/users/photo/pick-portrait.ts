import { shrinkPhoto } from '../../../market/ads/form/prepare-photo.ts';

/** Enough to choose a part of; more would only make dragging slow. */
const SIDE_MAX = 2400;
/** Phones name their HEIC files, and some systems tell no type of them. */
const PICTURE_NAME = /\.(jpe?g|png|webp|gif|hei[cf]|avif|bmp)$/i;

export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type.startsWith('image/') || (type === '' && PICTURE_NAME.test(name));

/** The first picture among what was dropped, pasted or chosen. */
export const findPicture = (files: Iterable<File> | null | undefined): File | undefined =>
  [...(files ?? [])].find(isPicture);

/** An upright JPEG that every browser can draw; fails for what this one cannot open. */
export const openPortrait = (file: Blob): Promise<Blob> => shrinkPhoto(file, SIDE_MAX);

export type CameraTrouble = 'denied' | 'missing' | 'busy' | 'failed';

/** What is wrong with the camera, as the browser names it. */
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
