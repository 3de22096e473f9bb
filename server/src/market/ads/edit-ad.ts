import { AD_PHOTOS_MAX, type AdChange, type Board } from '@app/contract/market/ads';
import { retryDeadlocks } from '../../platform/database/retry-deadlocks.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { addPhotos, createPhotos, photosFull, requireMayRestore, requireOwn } from './ad-photos.ts';
import { type AdRow, countPhotos, findAd, lockAd, orderPhotos, toColumns, updateAd } from './ads.queries.ts';
import { attributeColumns } from './attributes/ad-attributes.ts';
import { audienceColumns } from './audience/audience-columns.ts';
import { type AdAuthor, checkPlaceAndCategory } from './create-ad.ts';
import { getAd } from './get-ad.ts';
import { kindColumns } from './kinds/kind-columns.ts';
import { auditAdChange } from './lifecycle/audit-ad-change.ts';
import { emitAdChange } from './lifecycle/emit-ad-change.ts';
import { holdForReview } from './review/review.ts';

/**
 * Changes the given fields and appends new photos. A request based on an outdated revision is rejected with the current
 * ad, so that no edit is lost.
 */
export async function editAd(
  services: Services,
  viewer: SignedInViewer,
  change: AdChange,
  files: QuarantinedFile[],
): Promise<Board> {
  const { db, clock } = services;
  if (!change.board_id) throw new Failure('id_required');
  const known = requireOwn(viewer, await findAd(db, change.board_id));
  if (isStale(known, change)) return rejectStale(services, viewer, known.id);
  kindColumns(change, known, clock());
  const place = await changePlace(services, known, change);
  await attributeColumns(db, change, known);
  // The check under the lock below decides; this one avoids processing photos that will not fit.
  if (files.length > 0 && (await countPhotos(db, known.id)) + files.length > AD_PHOTOS_MAX) throw photosFull();
  const imageIds = await createPhotos(services, known.owner_id, files);

  const save = async (tx: Tx): Promise<boolean> => {
    const ad = requireOwn(viewer, await lockAd(tx, known.id));
    if (isStale(ad, change)) return false;
    if (change.board_enabled === 1 && !ad.enabled) requireMayRestore(viewer, ad);
    await changePhotos(tx, ad, change, imageIds);
    const attributes = await attributeColumns(tx, change, ad);
    await saveAdColumns(services, tx, viewer, ad, {
      ...toColumns(change),
      ...audienceColumns(change, ad),
      ...kindColumns(change, ad, clock()),
      ...place,
      ...attributes,
    });
    const { board_id: _, board_revision: __, ...fields } = change;
    await auditAdChange(services, tx, viewer, ad, { changed: Object.keys(fields), photos: imageIds.length });
    return true;
  };
  // A deadlock is possible when staff move the ads of a category or city at the same time.
  const isSaved = await retryDeadlocks(() => db.transaction().execute(save));
  if (!isSaved) return rejectStale(services, viewer, known.id);
  services.publicCache.invalidate();
  return getAd(services, viewer, known.id);
}

/** Saves changed columns of a locked ad. */
export async function saveAdColumns(
  services: Services,
  tx: Tx,
  author: AdAuthor,
  ad: AdRow,
  columns: Parameters<typeof updateAd>[2],
): Promise<void> {
  await updateAd(tx, ad.id, { ...columns, changed_at: services.clock() });
  if (!author.isStaff) await holdForReview(services, tx, ad.id, author.ip);
  await emit(services, tx, { type: 'ad.saved', adId: ad.id });
  await emitAdChange(services, tx, ad, ad.id);
}

function isStale(ad: Pick<AdRow, 'revision'>, { board_revision }: AdChange): boolean {
  return board_revision !== undefined && board_revision !== ad.revision;
}

async function rejectStale(services: Services, viewer: SignedInViewer, id: number): Promise<never> {
  throw new Failure('conflict', { details: { board: await getAd(services, viewer, id) } });
}

async function changePhotos(tx: Tx, ad: AdRow, { board_photo_order: order }: AdChange, imageIds: readonly number[]) {
  if (order !== undefined && !(await orderPhotos(tx, ad.id, order))) {
    throw new Failure('invalid_input', { fields: { board_photo_order: 'errors.field.invalid' } });
  }
  await addPhotos(tx, ad, imageIds);
}

/** A new country clears the city unless the request names one, as the form does. */
async function changePlace(services: Services, ad: AdRow, { category, country, city }: AdChange) {
  if (country === undefined && city === undefined) {
    await checkPlaceAndCategory(services, { category });
    return {};
  }
  const countryId = country === undefined && city === null ? ad.country_id : country;
  const keepsCity = city === undefined && country === ad.country_id;
  return checkPlaceAndCategory(services, { category, country: countryId, city: keepsCity ? ad.city_id : city });
}
