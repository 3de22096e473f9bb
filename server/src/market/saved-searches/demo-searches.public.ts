import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { insertSearch } from './save-search.ts';
import { savedSearchHref } from './search-href.ts';
import type { SavedSearchFilters } from './searches.tables.ts';
import { followWantedAd } from './wanted-search.ts';

export async function insertDemoSearch(
  tx: Tx,
  userId: number,
  { filters, seenAt, matches }: { filters: SavedSearchFilters; seenAt: Date; matches: readonly number[] },
): Promise<string> {
  const cities = filters.city_id === undefined ? null : [filters.city_id];
  const id = await insertSearch(tx, userId, filters, cities);
  await sql`update saved_searches set seen_at = ${seenAt} where id = ${id}`.execute(tx);
  if (matches.length > 0) {
    const rows = matches.map((ad_id) => ({ search_id: id, ad_id }));
    await tx.insertInto('saved_search_matches').values(rows).execute();
  }
  return savedSearchHref(id, filters);
}

/** Saves the searches of wanted ads that were inserted without events. */
export async function followDemoAds(services: Services, tx: Tx, adIds: readonly number[]): Promise<void> {
  for (const id of adIds) await followWantedAd(services, tx, id);
}
