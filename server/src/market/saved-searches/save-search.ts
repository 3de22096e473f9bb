import { SAVED_SEARCHES_MAX, type SavedSearch, type SearchFilters } from '@app/contract/market/searches';
import { sql } from 'kysely';
import { addEmailOptOut } from '../../notifications/email-preferences/email-preferences.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { parseSearch } from '../../platform/search/parse-search.ts';
import { citiesWithin } from '../../reference/reference.public.ts';
import { getSearch } from './list-searches.ts';
import { fingerprintOf, normalizeFilters } from './normalize-filters.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

export async function saveSearch(
  services: Services,
  viewer: SignedInViewer,
  given: SearchFilters,
  wantsEmails: boolean,
): Promise<SavedSearch> {
  const { pool, db } = services;
  const filters = await normalizeFilters(services, given);
  // A search without filters would match every ad.
  if (Object.keys(filters).length === 0) throw new Failure('invalid_input', { text: 'searches.needsFilter' });
  const cityIds = filters.city_id === undefined ? null : await citiesWithin(pool, filters.city_id, filters.radius ?? 0);
  const id = await db.transaction().execute(async (tx) => {
    // Serializes one user's saves, so that the limit holds.
    await sql`select pg_advisory_xact_lock(hashtextextended('saved-searches', ${viewer.userId}))`.execute(tx);
    const saved = await findSaved(tx, viewer.userId, filters);
    if (saved !== undefined) return saved;
    const added = await insertSearch(tx, viewer.userId, filters, cityIds);
    if (!wantsEmails) await addEmailOptOut(tx, viewer.userId, 'saved_search', [added]);
    return added;
  });
  return getSearch(services, viewer, id);
}

async function findSaved(tx: Tx, userId: number, filters: SavedSearchFilters): Promise<number | undefined> {
  const fingerprint = fingerprintOf(filters);
  const mine = await tx
    .selectFrom('saved_searches')
    .select(['id', 'fingerprint'])
    .where('user_id', '=', userId)
    .where('wanted_ad_id', 'is', null)
    .execute();
  const same = mine.find((search) => search.fingerprint === fingerprint);
  if (same === undefined && mine.length >= SAVED_SEARCHES_MAX) throw new Failure('searches_full');
  return same?.id;
}

/** Inserts a search; that of a wanted ad, which has one, is changed. */
export async function insertSearch(
  tx: Tx,
  userId: number,
  filters: SavedSearchFilters,
  cityIds: number[] | null,
  wantedAdId: number | null = null,
): Promise<number> {
  const terms = parseSearch(filters.search);
  const { rows } = await sql<{ id: number }>`
    insert into saved_searches (user_id, filters, fingerprint, category_id, country_id, city_ids, price_from, price_to,
      kind, with_photo, is_of_circle, days, attributes, wanted_ad_id, words)
    values (${userId}, ${JSON.stringify(filters)}, ${fingerprintOf(filters, wantedAdId)}, ${filters.category_id ?? null},
      ${cityIds === null ? (filters.country_id ?? null) : null}, ${cityIds}, ${filters.price_from ?? null},
      ${filters.price_to ?? null}, ${filters.kind ?? null}, ${filters.photo === 1}, ${filters.circle === 1}, ${filters.days ?? null}, ${filters.attributes ?? ''}, ${wantedAdId},
      search_query(${terms?.words ?? null}::text, ${terms?.last ?? null}::text, ${terms?.beginnings ?? null}::text))
    on conflict (wanted_ad_id) where wanted_ad_id is not null do update set
      filters = excluded.filters, fingerprint = excluded.fingerprint, category_id = excluded.category_id,
      country_id = excluded.country_id, city_ids = excluded.city_ids, price_to = excluded.price_to, words = excluded.words
    returning id`
    .execute(tx)
    .catch(rejectRemovedReference);
  return rows[0]?.id ?? 0;
}

/** Handles a reference that staff removed after it was validated. */
function rejectRemovedReference(error: unknown): never {
  if (findViolatedConstraint('foreignKey', error) !== undefined) throw new Failure('not_found');
  throw error;
}
