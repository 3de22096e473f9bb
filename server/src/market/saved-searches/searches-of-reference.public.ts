import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { ReferenceKind, ReferenceUse } from '../../reference/reference-uses.public.ts';
import { fingerprintOf } from './normalize-filters.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

const FILTERS = { category: 'category_id', country: 'country_id', city: 'city_id' } as const;

interface SavedSearchRow {
  id: number;
  user_id: number;
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
}

/** Saved searches are deleted with the reference entry that they filter by, or move to its replacement. */
export const SEARCHES_OF_REFERENCE: ReferenceUse = {
  async move(tx, kind, { from, to }) {
    const { rows } = await sql<SavedSearchRow>`
      select id, user_id, filters, wanted_ad_id from saved_searches where filters ->> ${FILTERS[kind]} = ${String(from)}
      order by id for update`.execute(tx);
    if (rows.length === 0) return;
    const country = kind === 'city' ? await countryOf(tx, to) : undefined;
    const moved = rows.map(({ id, user_id, filters, wanted_ad_id }) => {
      const next = movedFilters(filters, kind, to, country);
      return { id, user_id, filters: next, wanted_ad_id, fingerprint: fingerprintOf(next, wanted_ad_id) };
    });
    await deleteDuplicates(tx, moved);
    await updateMoved(tx, moved);
  },
};

function movedFilters(
  filters: SavedSearchFilters,
  kind: ReferenceKind,
  to: number,
  country: number | undefined,
): SavedSearchFilters {
  const next = { ...filters, [FILTERS[kind]]: to, ...(country !== undefined && { country_id: country }) };
  if (kind === 'category') delete next.attributes;
  return next;
}

async function countryOf(tx: Tx, cityId: number): Promise<number | undefined> {
  const city = await tx.selectFrom('cities').select('country_id').where('id', '=', cityId).executeTakeFirst();
  return city?.country_id;
}

type MovedSearch = SavedSearchRow & { fingerprint: string };

/** When searches become equal, the user keeps the one that had these filters before, otherwise the oldest. */
async function deleteDuplicates(tx: Tx, moved: readonly MovedSearch[]): Promise<void> {
  const rows = JSON.stringify(moved.map(({ id, user_id, fingerprint }) => ({ id, user_id, fingerprint })));
  await sql`
    with moved as (
      select * from jsonb_to_recordset(${rows}::jsonb) as m (id bigint, user_id bigint, fingerprint text)
    )
    delete from saved_searches where id in (
      select m.id from moved m join saved_searches s using (user_id, fingerprint) where s.id <> m.id
      union
      select later.id from moved later join moved earlier using (user_id, fingerprint) where earlier.id < later.id
    )`.execute(tx);
}

async function updateMoved(tx: Tx, moved: readonly MovedSearch[]): Promise<void> {
  const rows = JSON.stringify(moved.map(({ id, filters, fingerprint }) => ({ id, filters, fingerprint })));
  await sql`
    update saved_searches s
    set filters = m.filters, fingerprint = m.fingerprint,
      category_id = (m.filters ->> 'category_id')::bigint,
      country_id = case when s.city_ids is null then (m.filters ->> 'country_id')::bigint end,
      city_ids = case when s.filters ->> 'city_id' is distinct from m.filters ->> 'city_id'
        then array[(m.filters ->> 'city_id')::bigint] else s.city_ids end,
      attributes = case when m.filters ? 'attributes' then s.attributes else '' end
    from jsonb_to_recordset(${rows}::jsonb) as m (id bigint, filters jsonb, fingerprint text)
    where s.id = m.id`.execute(tx);
}
