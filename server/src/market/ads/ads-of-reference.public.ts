import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { ReferenceKind, ReferenceUse } from '../../reference/reference-uses.public.ts';

const COLUMNS = { category: 'category_id', country: 'country_id', city: 'city_id' } as const;

/** Ads reference categories, countries and cities. Archived ads count too, because they may be restored. */
export const ADS_OF_REFERENCE: ReferenceUse = {
  counted: {
    as: 'ads',
    async count(tx, kind, id) {
      const { rows } = await sql<{ count: number }>`
        select count(*) from ads where ${sql.ref(COLUMNS[kind])} = ${id}`.execute(tx);
      return rows[0]?.count ?? 0;
    },
  },
  async move(tx, kind, { from, to }) {
    await lockAds(tx, kind, from);
    // The new revision rejects edits from forms that were opened before.
    if (kind === 'category') await moveCategory(tx, from, to);
    else if (kind === 'country')
      await sql`update ads set country_id = ${to}, revision = revision + 1 where country_id = ${from}`.execute(tx);
    else
      await sql`
        update ads set country_id = c.country_id, city_id = c.id, revision = revision + 1
        from cities c where c.id = ${to} and ads.city_id = ${from}`.execute(tx);
  },
};

/** Locks in the common order of ads (by id), which prevents deadlocks. */
async function lockAds(tx: Tx, kind: ReferenceKind, id: number): Promise<void> {
  await sql`
    select count(*) from (
      select id from ads where ${sql.ref(COLUMNS[kind])} = ${id} order by id for update
    ) locked`.execute(tx);
}

/**
 * Values are retained where the new category has the same attribute, compared by name, kind and unit, and by the name
 * of a choice.
 */
async function moveCategory(tx: Tx, from: number, to: number): Promise<void> {
  await sql`
    with pairs as materialized (
      select f.id::text as old_key, t.id::text as new_key, f.kind, f.id as old_id, t.id as new_id
      from category_attributes f
      join category_attributes t on t.category_id = ${to} and (t.normalized, t.kind, t.unit) = (f.normalized, f.kind, f.unit)
      where f.category_id = ${from}
    ), same_choices as materialized (
      select p.old_key, f.id::text as old_choice, t.id as new_choice
      from pairs p
      join attribute_choices f on f.attribute_id = p.old_id
      join attribute_choices t on t.attribute_id = p.new_id and t.normalized = f.normalized
      where p.kind = 'choice'
    )
    update ads set category_id = ${to}, revision = revision + 1, attributes = coalesce((
      select jsonb_object_agg(p.new_key, coalesce(to_jsonb(c.new_choice), ads.attributes -> p.old_key))
      from pairs p
      left join same_choices c on c.old_key = p.old_key and c.old_choice = ads.attributes ->> p.old_key
      where ads.attributes ? p.old_key and (p.kind <> 'choice' or c.new_choice is not null)
    ), '{}')
    where category_id = ${from}`.execute(tx);
}
