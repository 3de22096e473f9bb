import type { AdPhoto, Board } from '@app/contract/market/ads';
import { adsApi } from '#contract/market/ads';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { type FormPhoto, removedIds, spreadProgress } from '../page/ad-photo-list.ts';
import type { AdFields } from './ad-draft.ts';

/** Changes the photos in the form: progress while they are sent, and what is done once it is. */
export type UpdatePhotos = (change: (photos: readonly FormPhoto[]) => FormPhoto[]) => void;

export interface AdInput {
  fields: AdFields;
  /** Values of the attributes that the category asks for; undefined when it asks for none, or nobody knows. */
  attributes: Readonly<Record<string, string>> | undefined;
  photos: readonly FormPhoto[];
  update: UpdatePhotos;
}

function bodyOf({ fields, attributes }: Pick<AdInput, 'fields' | 'attributes'>) {
  const { board_attributes: _, board_enabled, ...rest } = fields;
  return {
    ...rest,
    board_enabled: board_enabled ? 1 : 0,
    // A form carries text only.
    ...(attributes && { board_attributes: JSON.stringify(attributes) }),
  } as const;
}

function newFiles(photos: readonly FormPhoto[]): File[] {
  return photos.flatMap(({ id, file }) => (id === undefined && file ? [file] : []));
}

/** Publish with everything in one request; the same key makes a repetition answer the first ad. */
export function createAd({ photos, update, ...input }: AdInput, idempotencyKey: string): Promise<Board> {
  return call(adsApi.create, {
    body: bodyOf(input),
    files: { 'board_photo[]': newFiles(photos) },
    idempotencyKey,
    onProgress: (share) => update((all) => spreadProgress(all, share)),
  });
}

/** The ad as it was last answered: what an edit starts from. */
export interface KnownAd {
  current: Board;
}

/**
 * Save the changes of an ad.
 *
 * The words go first and carry the revision they started from: a change made elsewhere meanwhile is noticed before any photo is
 * touched. Then photos leave, are replaced, come and take their places. What is done is noted in the form and in `known` at
 * once, so that a second try does not repeat it.
 */
export async function saveAd({ photos, update, ...input }: AdInput, known: KnownAd): Promise<Board> {
  let list = photos;
  const change = (next: (photos: readonly FormPhoto[]) => FormPhoto[]): void => {
    list = next(list);
    update(next);
  };
  const removed = removedIds(known.current.board_photos, list);
  const replaced = list.filter((photo) => photo.id !== undefined && photo.file);
  const hasRoomAtOnce = removed.length === 0 && replaced.length === 0;

  await sendFields(known, bodyOf(input), hasRoomAtOnce ? list : [], change);
  try {
    for (const id of removed) await removePhoto(known, id);
    for (const photo of replaced) await replacePhoto(known, photo, change);
    if (!hasRoomAtOnce && newFiles(list).length > 0) await sendFields(known, {}, list, change);
    await orderPhotos(known, list);
  } catch (error) {
    if (isApiError(error) && error.body.message === '' && error.body.code !== 'conflict')
      throw new PhotosNotSaved('', { cause: error });
    throw error;
  }
  return known.current;
}

/** The words are saved; the photos are not, and nobody said why. */
export class PhotosNotSaved extends Error {}

type Change = (next: (photos: readonly FormPhoto[]) => FormPhoto[]) => void;

async function sendFields(
  known: KnownAd,
  body: Partial<ReturnType<typeof bodyOf>>,
  photos: readonly FormPhoto[],
  change: Change,
): Promise<void> {
  const files = newFiles(photos);
  const before = new Set(known.current.board_photos.map(({ id }) => id));
  known.current = await call(adsApi.edit, {
    body: { board_id: known.current.board_id, board_revision: known.current.board_revision, ...body },
    files: { 'board_photo[]': files },
    onProgress: (share) =>
      change((all) => {
        const sent = spreadProgress(
          all.filter(({ id }) => id === undefined),
          share,
        );
        return all.map((one) => sent.find(({ key }) => key === one.key) ?? one);
      }),
  });
  if (files.length === 0) return;
  // New photos are answered in the order they were sent in.
  const added = known.current.board_photos.filter(({ id }) => !before.has(id));
  const sent = photos.filter(({ id, file }) => id === undefined && file);
  const pairs = new Map(sent.map(({ key }, place) => [key, added[place]]));
  change((all) =>
    all.map((one) => {
      const photo = pairs.get(one.key);
      return photo ? { key: one.key, src: one.src, id: photo.id } : one;
    }),
  );
}

async function removePhoto(known: KnownAd, id: number): Promise<void> {
  try {
    known.current = await call(adsApi.removePhoto, { params: { id } });
  } catch (error) {
    // An earlier try removed it.
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

async function replacePhoto(known: KnownAd, { key, id, file }: FormPhoto, change: Change): Promise<void> {
  if (id === undefined || !file) return;
  known.current = await call(adsApi.replacePhoto, {
    params: { id },
    files: { 'board_photo[]': file },
    onProgress: (progress) => change((all) => all.map((one) => (one.key === key ? { ...one, progress } : one))),
  });
  const { board_photos } = known.current;
  change((all) => all.map((one) => (one.key === key ? toStored(one, board_photos) : one)));
}

async function orderPhotos(known: KnownAd, photos: readonly FormPhoto[]): Promise<void> {
  const wanted = photos.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const stored = known.current.board_photos.map(({ id }) => id);
  if (wanted.length !== stored.length || wanted.every((id, place) => stored[place] === id)) return;
  const { board_id, board_revision } = known.current;
  known.current = await call(adsApi.edit, {
    body: { board_id, board_revision, board_photo_order: wanted.join(',') },
  });
}

function toStored({ key, id, src }: FormPhoto, stored: readonly AdPhoto[]): FormPhoto {
  return { key, src: stored.find((photo) => photo.id === id)?.src_400 ?? src, ...(id !== undefined && { id }) };
}
