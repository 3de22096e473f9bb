import type { AdPhoto } from '@app/contract/market/ads';
import { randomKey } from '../../../platform/random-key.ts';

/** A photo in the form: one the ad has, a new one, or a new one that takes the place of one the ad has. */
export interface FormPhoto {
  key: string;
  /** Where it is shown from. */
  src: string;
  /** The ad's photo that it is or replaces. */
  id?: number;
  /** What is still to be sent. */
  file?: File;
  /** Share that is sent, 0 to 1, while it is being sent. */
  progress?: number;
}

export function fromAd(photos: readonly AdPhoto[]): FormPhoto[] {
  return photos.map(({ id, src_400 }) => ({ key: `ad-${id}`, id, src: src_400 }));
}

export function fromFile(file: File): FormPhoto {
  return { key: randomKey(), file, src: URL.createObjectURL(file) };
}

/** Photos that the ad has and the form no longer shows. */
export function removedIds(before: readonly Pick<AdPhoto, 'id'>[], now: readonly FormPhoto[]): number[] {
  const remaining = new Set(now.map(({ id }) => id));
  return before.map(({ id }) => id).filter((id) => !remaining.has(id));
}

/** Put a photo in another place; the others close up. */
export function movePhoto(photos: readonly FormPhoto[], key: string, to: number): FormPhoto[] {
  const moved = photos.find((photo) => photo.key === key);
  if (!moved) return [...photos];
  const rest = photos.filter((photo) => photo !== moved);
  return [...rest.slice(0, Math.max(0, to)), moved, ...rest.slice(Math.max(0, to))];
}

/** Whether the form's photos are others than the ad's, or stand in another order. */
export function hasOtherPhotos(before: readonly Pick<AdPhoto, 'id'>[], now: readonly FormPhoto[]): boolean {
  return (
    before.length !== now.length || now.some(({ id, file }, place) => file !== undefined || before[place]?.id !== id)
  );
}

/** The form's photos after the ad's changed elsewhere: what was removed there is gone, what was added there stands at the end. */
export function mergePhotos(
  before: readonly AdPhoto[],
  now: readonly FormPhoto[],
  theirs: readonly AdPhoto[],
  max: number,
): FormPhoto[] {
  const present = new Set(theirs.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const remaining = now.flatMap(({ id, ...photo }) => {
    if (id === undefined || present.has(id)) return [id === undefined ? photo : { ...photo, id }];
    // Its place is gone, the new picture for it is not.
    return photo.file ? [photo] : [];
  });
  return [...remaining, ...fromAd(theirs.filter(({ id }) => !known.has(id)))].slice(0, max);
}

/** Spread what is sent of one request over its files, in their order. */
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
