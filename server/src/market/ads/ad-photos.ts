import { AD_PHOTOS_MAX, type Board } from '@app/contract/market/ads';
import { claimImages, releaseImages } from '../../files/media/media.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { mayChangeAd, mayRestoreAd } from './ads.policy.ts';
import {
  type AdRow,
  appendPhotos,
  deletePhoto,
  findAd,
  findPhoto,
  listUnusedImages,
  lockAd,
  replacePhoto,
  updateAd,
} from './ads.queries.ts';
import { getAd } from './get-ad.ts';
import { auditAdChange } from './lifecycle/audit-ad-change.ts';

export async function createPhotos(
  { media }: Services,
  ownerId: number,
  files: readonly QuarantinedFile[],
): Promise<number[]> {
  const images = await Promise.all(files.map((file) => media.createImage(file, 'photo', ownerId)));
  return images.map((image) => image.id);
}

export async function addPhotos(
  tx: Tx,
  ad: Pick<AdRow, 'id' | 'owner_id'>,
  imageIds: readonly number[],
): Promise<void> {
  await claimImages(tx, ad.owner_id, imageIds);
  if (!(await appendPhotos(tx, ad.id, imageIds))) throw photosFull();
}

export const photosFull = (): Failure => new Failure('photos_full', { values: { max: AD_PHOTOS_MAX } });

/** Replaces the photo `id` if the viewer owns one with this id; otherwise adds a photo to the viewer's ad `id`. */
export async function savePhoto(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  files: readonly QuarantinedFile[],
): Promise<Board> {
  const [file] = files;
  if (file === undefined) {
    throw new Failure('invalid_input', { fields: { 'board_photo[]': 'errors.field.required' } });
  }
  const { db } = services;
  const photo = await findPhoto(db, id);
  const ad = requireOwn(viewer, await findAd(db, photo?.ad_id ?? id));
  const [imageId = 0] = await createPhotos(services, ad.owner_id, [file]);

  await db.transaction().execute(async (tx) => {
    requireOwn(viewer, await lockAd(tx, ad.id));
    if (photo === undefined) {
      await addPhotos(tx, ad, [imageId]);
    } else {
      const current = requireFound(await findPhoto(tx, photo.id));
      await claimImages(tx, ad.owner_id, [imageId]);
      await replacePhoto(tx, photo.id, imageId);
      await releaseImages(tx, await listUnusedImages(tx, [current.image_id]));
    }
    await updateAd(tx, ad.id, { changed_at: services.clock() });
    await auditAdChange(services, tx, viewer, ad, { photo: photo?.id ?? 'added' });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, ad.id);
}

export async function removePhoto(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { db } = services;
  const known = requireFound(await findPhoto(db, id));
  await db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, known.ad_id));
    // The photo is read again under the lock, because it may have moved or been deleted.
    const photo = requireFound(await findPhoto(tx, id));
    await deletePhoto(tx, photo);
    await releaseImages(tx, await listUnusedImages(tx, [photo.image_id]));
    await updateAd(tx, photo.ad_id, { changed_at: services.clock() });
    await auditAdChange(services, tx, viewer, ad, { photo: id, removed: true });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, known.ad_id);
}

export function requireOwn(viewer: SignedInViewer, ad: AdRow | undefined): AdRow {
  if (ad === undefined) throw new Failure('not_found');
  // Of an ad that is not for everybody, others do not learn that it exists.
  if (!mayChangeAd(viewer, ad)) throw new Failure(ad.audience === 'all' ? 'forbidden' : 'not_found');
  return ad;
}

/** Additionally rejects an owner whose ad moderation has taken down. */
export function requireMayRestore(viewer: SignedInViewer, ad: AdRow | undefined): AdRow {
  const own = requireOwn(viewer, ad);
  if (!mayRestoreAd(viewer, own)) throw new Failure('forbidden', { text: 'errors.ad_blocked' });
  return own;
}
