import { IMAGE_MAX_BYTES, IMAGE_TYPES } from '#contract/files/media';
import type { TextKey, TextValues } from '../../../platform/texts.ts';

export interface PhotoRefusal {
  text: TextKey<'ad-form'>;
  values: TextValues;
}

export interface PickedPhotos {
  accepted: File[];
  /** Images that have to be converted first: of another format, or possibly too large. */
  raw: File[];
  refused: PhotoRefusal[];
}

const HEIC = /\.(heic|heif)$/i;
const MEGABYTE = 1024 * 1024;
/** Bytes; a smaller photo never has more pixels than the server accepts. */
const SURELY_SMALL_BYTES = 6 * MEGABYTE;

function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || HEIC.test(name);
}

function formatOf(file: File): string {
  if (isHeic(file)) return 'HEIC';
  const [, ending] = /\.([a-z0-9]{2,5})$/i.exec(file.name) ?? [];
  return (ending ?? file.type.replace(/^image\/(x-)?/, '')).toUpperCase();
}

export function refusalOfRaw(file: File): PhotoRefusal {
  const values = { name: file.name, format: formatOf(file), max: IMAGE_MAX_BYTES / MEGABYTE };
  if (isHeic(file)) return { text: 'ad-form.photos.heic', values };
  const isKnown = (IMAGE_TYPES as readonly string[]).includes(file.type);
  return { text: isKnown ? 'ad-form.photos.tooLarge' : 'ad-form.photos.format', values };
}

/** Splits chosen files into accepted and rejected ones before any upload. The server validates the content again. */
export function pickPhotos(files: readonly File[], room: number, max: number): PickedPhotos {
  const picked: PickedPhotos = { accepted: [], raw: [], refused: [] };
  for (const file of files) {
    const text = refusalOf(file);
    if (text) picked.refused.push({ text, values: { name: file.name, max: IMAGE_MAX_BYTES / MEGABYTE } });
    else if (picked.accepted.length + picked.raw.length < room) picked[isReady(file) ? 'accepted' : 'raw'].push(file);
    else if (!picked.refused.some((one) => one.text === 'ad-form.photos.full')) {
      picked.refused.push({ text: 'ad-form.photos.full', values: { max } });
    }
  }
  return picked;
}

function isReady({ type, size }: File): boolean {
  return (IMAGE_TYPES as readonly string[]).includes(type) && size <= SURELY_SMALL_BYTES;
}

function refusalOf(file: File): TextKey<'ad-form'> | null {
  // SVG may contain scripts and is no photo.
  if (!isHeic(file) && (!file.type.startsWith('image/') || file.type === 'image/svg+xml')) {
    return 'ad-form.photos.unsupported';
  }
  return file.size === 0 ? 'ad-form.photos.empty' : null;
}
