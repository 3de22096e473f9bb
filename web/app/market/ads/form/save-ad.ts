import type { Board } from '@app/contract/market/ads';
import { adsApi, PRICED_AD_KINDS } from '#contract/market/ads';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { type FormPhoto, removedIds, spreadProgress } from '../page/ad-photo-list.ts';
import { type AdFields, audienceBody } from './draft/ad-draft.ts';

export type UpdatePhotos = (change: (photos: readonly FormPhoto[]) => FormPhoto[]) => void;

export interface AdInput {
  fields: AdFields;
  /** Values of the category's attributes; undefined when there are none or they are unknown. */
  attributes: Readonly<Record<string, string>> | undefined;
  photos: readonly FormPhoto[];
  update: UpdatePhotos;
}

function bodyOf({ fields, attributes }: Pick<AdInput, 'fields' | 'attributes'>) {
  const { board_attributes: _, board_enabled, audience, ...rest } = fields;
  return {
    ...rest,
    ...(!PRICED_AD_KINDS.includes(rest.board_kind) && { board_price: '' }),
    ...audienceBody(audience),
    board_enabled: board_enabled ? 1 : 0,
    // Multipart forms contain text only.
    ...(attributes && { board_attributes: JSON.stringify(attributes) }),
  } as const;
}

function newFiles(photos: readonly FormPhoto[]): File[] {
  return photos.flatMap(({ id, file }) => (id === undefined && file ? [file] : []));
}

/** Publishes text and photos in one request; with the same key a retry returns the first ad. */
export function createAd({ photos, update, ...input }: AdInput, idempotencyKey: string): Promise<Board> {
  return call(adsApi.create, {
    body: bodyOf(input),
    files: { 'board_photo[]': newFiles(photos) },
    idempotencyKey,
    onProgress: (share) => update((all) => spreadProgress(all, share)),
  });
}

/** The ad as last returned, on which an edit is based. */
export interface KnownAd {
  current: Board;
}

/**
 * Saves the changes of an ad.
 *
 * The text is sent first with the revision it is based on, so that a change made elsewhere is detected before any photo
 * is changed. Then photos are removed, replaced, added and ordered. Each result is stored in the form and in `known` at
 * once, so that a retry does not repeat it.
 */
export async function saveAd({ photos, update, ...input }: AdInput, known: KnownAd): Promise<Board> {
  let list = photos;
  const change: UpdatePhotos = (next) => {
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

/** Thrown when the user cancels; nothing is reported. */
export class SaveCancelled extends Error {}

/** The text is saved but the photos are not, for an unknown reason. */
export class PhotosNotSaved extends Error {}

async function sendFields(
  known: KnownAd,
  body: Partial<ReturnType<typeof bodyOf>>,
  photos: readonly FormPhoto[],
  change: UpdatePhotos,
): Promise<void> {
  const isSent = ({ id, file }: FormPhoto): boolean => id === undefined && file !== undefined;
  const sent = photos.filter(isSent);
  const { board_id, board_revision, board_photos: before } = known.current;
  known.current = await call(adsApi.edit, {
    body: { board_id, board_revision, ...body },
    files: { 'board_photo[]': newFiles(photos) },
    onProgress: (share) =>
      change((all) => {
        const moving = spreadProgress(all.filter(isSent), share);
        return all.map((one) => moving.find(({ key }) => key === one.key) ?? one);
      }),
  });
  // New photos are returned in the order they were sent.
  const added = known.current.board_photos.filter(({ id }) => !before.some((photo) => photo.id === id));
  change((all) =>
    all.map((one) => {
      const photo = added[sent.findIndex(({ key }) => key === one.key)];
      return photo ? { key: one.key, src: one.src, id: photo.id } : one;
    }),
  );
}

async function removePhoto(known: KnownAd, id: number): Promise<void> {
  try {
    known.current = await call(adsApi.removePhoto, { params: { id } });
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}

async function replacePhoto(known: KnownAd, { key, id, src, file }: FormPhoto, change: UpdatePhotos): Promise<void> {
  if (id === undefined || !file) return;
  const setPhoto = (photo: FormPhoto): void => change((all) => all.map((one) => (one.key === key ? photo : one)));
  known.current = await call(adsApi.replacePhoto, {
    params: { id },
    files: { 'board_photo[]': file },
    onProgress: (progress) => setPhoto({ key, id, src, file, progress }),
  });
  const stored = known.current.board_photos.find((photo) => photo.id === id);
  setPhoto({ key, id, src: stored?.src_400 ?? src });
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
