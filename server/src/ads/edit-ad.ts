import { AD_PHOTOS_MAX, type AdChange, type Board } from '@app/contract/ads';
import { Failure } from '../platform/failure.ts';
import type { QuarantinedFile } from '../platform/uploads.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { attributeColumns } from './ad-attributes.ts';
import { addPhotos, makePhotos, photosFull, requireOwn } from './ad-photos.ts';
import { type AdRow, countPhotos, findAd, lockAd, toColumns, updateAd } from './ads.queries.ts';
import { checkPlaceAndCategory } from './create-ad.ts';
import { getAd } from './show-ad.ts';

/** Change the stated fields of an ad; photos that come along are added. */
export async function editAd(
  services: Services,
  viewer: SignedInViewer,
  change: AdChange,
  files: QuarantinedFile[],
): Promise<Board> {
  const { db, clock } = services;
  if (!change.board_id) throw new Failure('id_required');
  const known = requireOwn(viewer, await findAd(db, change.board_id));
  const place = await changePlace(services, known, change);
  await attributeColumns(db, change, known);
  // The final word is spoken under the lock below; this spares the work on photos that cannot stay.
  if (files.length > 0 && (await countPhotos(db, known.id)) + files.length > AD_PHOTOS_MAX) throw photosFull();
  const imageIds = await makePhotos(services, known.owner_id, files);

  await db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, known.id));
    await addPhotos(tx, ad, imageIds);
    const attributes = await attributeColumns(tx, change, ad);
    await updateAd(tx, ad.id, { ...toColumns(change), ...place, ...attributes, changed_at: clock() });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, known.id);
}

/** Another country drops the city unless a new one is named too, as the form does. */
async function changePlace(services: Services, ad: AdRow, { category, country, city }: AdChange) {
  if (country === undefined && city === undefined) {
    await checkPlaceAndCategory(services, { category });
    return {};
  }
  const countryId = country === undefined && city === null ? ad.country_id : country;
  const keepsCity = city === undefined && country === ad.country_id;
  return checkPlaceAndCategory(services, { category, country: countryId, city: keepsCity ? ad.city_id : city });
}
