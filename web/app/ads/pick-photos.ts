import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '#contract/media';
import type { TextKey, TextValues } from '../platform/texts.ts';

export interface PhotoRefusal {
  text: TextKey<'ad-form'>;
  values: TextValues;
}

export interface PickedPhotos {
  accepted: File[];
  /** Why the others were left out, one reason each. */
  refused: PhotoRefusal[];
}

const HEIC = /\.(heic|heif)$/i;
const MEGABYTE = 1024 * 1024;

/** Sort chosen files into those an ad may take and those it may not, before a byte is sent. The server checks the bytes again. */
export function pickPhotos(files: readonly File[], room: number, max: number): PickedPhotos {
  const accepted: File[] = [];
  const refused: PhotoRefusal[] = [];
  for (const file of files) {
    const text = refusalOf(file);
    if (text) refused.push({ text, values: { name: file.name, max: IMAGE_MAX_BYTES / MEGABYTE } });
    else if (accepted.length < room) accepted.push(file);
    else if (!refused.some((one) => one.text === 'ad-form.photos.full')) {
      refused.push({ text: 'ad-form.photos.full', values: { max } });
    }
  }
  return { accepted, refused };
}

function refusalOf({ name, type, size }: File): TextKey<'ad-form'> | null {
  if (/^image\/hei[cf]/.test(type) || HEIC.test(name)) return 'ad-form.photos.heic';
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return 'ad-form.photos.unsupported';
  if (size === 0) return 'ad-form.photos.empty';
  return size > IMAGE_MAX_BYTES ? 'ad-form.photos.tooLarge' : null;
}
