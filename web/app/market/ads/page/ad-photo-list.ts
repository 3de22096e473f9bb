import type { AdPhoto } from '@app/contract/market/ads';
import { randomKey } from '../../../platform/random-key.ts';

/** A photo in the form: an existing one, a new one, or a new one that replaces an existing one. */
export interface FormPhoto {
  key: string;
  src: string;
  /** Id of the existing photo that this one is or replaces. */
  id?: number;
  file?: File;
  progress?: number;
}

export function fromAd(photos: readonly AdPhoto[]): FormPhoto[] {
  return photos.map(({ id, src_400 }) => ({ key: `ad-${id}`, id, src: src_400 }));
}

export function fromFile(file: File): FormPhoto {
  return { key: randomKey(), file, src: URL.createObjectURL(file) };
}

export function removedIds(before: readonly Pick<AdPhoto, 'id'>[], now: readonly FormPhoto[]): number[] {
  return before.map(({ id }) => id).filter((id) => !now.some((photo) => photo.id === id));
}

export function movePhoto(photos: readonly FormPhoto[], key: string, to: number): FormPhoto[] {
  const moved = photos.filter((photo) => photo.key === key);
  return photos.filter((photo) => photo.key !== key).toSpliced(Math.max(0, to), 0, ...moved);
}

export function hasOtherPhotos(before: readonly Pick<AdPhoto, 'id'>[], now: readonly FormPhoto[]): boolean {
  return (
    before.length !== now.length || now.some(({ id, file }, place) => file !== undefined || before[place]?.id !== id)
  );
}

/** Merges the form's photos with photos changed elsewhere: removed ones disappear, added ones go to the end. */
export function mergePhotos(
  before: readonly AdPhoto[],
  now: readonly FormPhoto[],
  theirs: readonly AdPhoto[],
  max: number,
): FormPhoto[] {
  const has = (list: readonly AdPhoto[], id: number): boolean => list.some((photo) => photo.id === id);
  const remaining = now.flatMap(({ id, ...photo }) => {
    if (id === undefined) return [photo];
    if (has(theirs, id)) return [{ ...photo, id }];
    // The replaced photo is gone, but its new file is kept.
    return photo.file ? [photo] : [];
  });
  return [...remaining, ...fromAd(theirs.filter(({ id }) => !has(before, id)))].slice(0, max);
}

export function spreadProgress(photos: readonly FormPhoto[], share: number): FormPhoto[] {
  const total = photos.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  let left = share * total;
  return photos.map((photo) => {
    if (!photo.file) return photo;
    const progress = photo.file.size === 0 ? 1 : Math.min(1, Math.max(0, left / photo.file.size));
    left -= photo.file.size;
    return { ...photo, progress };
  });
}

export function withoutProgress(photos: readonly FormPhoto[]): FormPhoto[] {
  return photos.map(({ progress: _, ...photo }) => photo);
}
