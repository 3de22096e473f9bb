import type { AdPhoto, Board } from '@app/contract/ads';
import { adsApi } from '#contract/ads';
import { isApiError } from '../platform/api-error.ts';
import { call } from '../platform/call.ts';
import type { AdFields } from './ad-draft.ts';
import { type FormPhoto, removedIds, spreadProgress } from './ad-photo-list.ts';

/** Changes the photos in the form: progress while they are sent, and what is done once it is. */
export type UpdatePhotos = (change: (photos: readonly FormPhoto[]) => FormPhoto[]) => void;

interface AdInput {
  fields: AdFields;
  photos: readonly FormPhoto[];
  update: UpdatePhotos;
}

const bodyOf = (fields: AdFields) => ({ ...fields, board_enabled: fields.board_enabled ? 1 : 0 }) as const;

function newFiles(photos: readonly FormPhoto[]): File[] {
  return photos.flatMap(({ id, file }) => (id === undefined && file ? [file] : []));
}

/** Publish with everything in one request; the same key makes a repetition answer the first ad. */
export function createAd({ fields, photos, update }: AdInput, idempotencyKey: string): Promise<Board> {
  return call(adsApi.create, {
    body: bodyOf(fields),
    files: { 'board_photo[]': newFiles(photos) },
    idempotencyKey,
    onProgress: (share) => update((all) => spreadProgress(all, share)),
  });
}

/**
 * Save the changes of an ad: photos are removed and replaced first, which makes room, then the rest goes in one request.
 * What is done is noted in the form at once, so that a second try does not repeat it.
 */
export async function saveAd({ fields, photos, update }: AdInput, ad: Board): Promise<Board> {
  for (const id of removedIds(ad.board_photos, photos)) await removePhoto(id);
  for (const photo of photos) {
    if (photo.id === undefined || !photo.file) continue;
    const answer = await call(adsApi.putPhoto, {
      params: { id: photo.id },
      files: { 'board_photo[]': photo.file },
      onProgress: (progress) => update((all) => all.map((one) => (one.key === photo.key ? { ...one, progress } : one))),
    });
    update((all) => all.map((one) => (one.key === photo.key ? toStored(one, answer.board_photos) : one)));
  }
  return call(adsApi.edit, {
    body: { board_id: ad.board_id, ...bodyOf(fields) },
    files: { 'board_photo[]': newFiles(photos) },
    onProgress: (share) =>
      update((all) => {
        const sent = spreadProgress(
          all.filter(({ id }) => id === undefined),
          share,
        );
        return all.map((one) => sent.find(({ key }) => key === one.key) ?? one);
      }),
  });
}

async function removePhoto(id: number): Promise<void> {
  try {
    await call(adsApi.removePhoto, { params: { id } });
  } catch (error) {
    // An earlier try removed it.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

function toStored({ key, id, src }: FormPhoto, stored: readonly AdPhoto[]): FormPhoto {
  return { key, src: stored.find((photo) => photo.id === id)?.src_400 ?? src, id };
}
