import type { Lang } from '@app/contract/platform/languages';
import { SAFE_PLACES_PAGE_MAX, type SafePlace, type SafePlaceDraft } from '@app/contract/reference/safe-places';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { findSafePlace, insertSafePlace, listSafePlaces } from './safe-places.queries.ts';

/** The places of a city; none where the city is unknown. */
export async function listSafePlacesOf(db: Db, lang: Lang, cityId: number | null): Promise<SafePlace[]> {
  if (cityId === null) return [];
  return (await listSafePlaces(db, lang, { cityId, size: SAFE_PLACES_PAGE_MAX, offset: 0 })).places;
}

export const findSafePlaceById = (db: Db, lang: Lang, id: number): Promise<SafePlace | undefined> =>
  findSafePlace(db, lang, id);

export async function insertDemoSafePlaces(tx: Tx, places: readonly SafePlaceDraft[]): Promise<void> {
  for (const place of places) await insertSafePlace(tx, place);
}
