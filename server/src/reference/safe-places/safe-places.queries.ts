import type { Lang } from '@app/contract/platform/languages';
import type { SafePlace, SafePlaceDraft } from '@app/contract/reference/safe-places';
import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { localizedName, type NamedRow } from '../names.ts';

interface PlaceRow extends NamedRow, Omit<SafePlace, 'city_name' | 'name'> {
  place_name: string;
}

interface Filter {
  id?: number | undefined;
  cityId?: number | null | undefined;
  search?: string | undefined;
}

function condition({ id, cityId, search }: Filter): RawBuilder<unknown> {
  const words = containsPattern(search ?? '');
  return sql`(${id ?? null}::bigint is null or p.id = ${id ?? null}) and (${cityId ?? null}::bigint is null or p.city_id = ${cityId ?? null})
    and (${search ?? ''} = '' or p.name ilike ${words} or p.address ilike ${words} or c.name_native ilike ${words})`;
}

async function findPlaces(db: Db, lang: Lang, filter: Filter, { size, offset }: { size: number; offset: number }) {
  const { rows } = await sql<PlaceRow>`
    select p.id, p.city_id as city, c.country_id as country, p.kind, p.name as place_name, p.address,
      c.name_en, c.name_native, c.names
    from safe_places p join cities c on c.id = p.city_id where ${condition(filter)}
    order by c.population desc, c.id, p.name, p.id limit ${size} offset ${offset}`.execute(db);
  return rows.map(
    ({ id, city, country, kind, place_name, address, ...names }): SafePlace => ({
      id,
      city,
      city_name: localizedName(names, lang),
      country,
      kind,
      name: place_name,
      address,
    }),
  );
}

export async function listSafePlaces(
  db: Db,
  lang: Lang,
  { size, offset, ...filter }: Filter & { size: number; offset: number },
): Promise<{ places: SafePlace[]; total: number }> {
  const [places, counted] = await Promise.all([
    findPlaces(db, lang, filter, { size, offset }),
    sql<{ total: number }>`
      select count(*) as total from safe_places p join cities c on c.id = p.city_id where ${condition(filter)}`.execute(
      db,
    ),
  ]);
  return { places, total: counted.rows[0]?.total ?? 0 };
}

export async function findSafePlace(db: Db, lang: Lang, id: number): Promise<SafePlace | undefined> {
  const [place] = await findPlaces(db, lang, { id }, { size: 1, offset: 0 });
  return place;
}

const rowOf = ({ city, ...place }: SafePlaceDraft) => ({ ...place, city_id: city });

export async function insertSafePlace(tx: Tx, draft: SafePlaceDraft): Promise<number> {
  const { id } = await tx.insertInto('safe_places').values(rowOf(draft)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateSafePlace(tx: Tx, id: number, draft: SafePlaceDraft): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('safe_places')
    .set(rowOf(draft))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSafePlace(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx.deleteFrom('safe_places').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

/** Places of a city that is replaced by another one; those that the other one has already go with their city. */
export async function moveSafePlaces(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`
    update safe_places p set city_id = ${to} where p.city_id = ${from} and not exists (
      select from safe_places o
      where o.city_id = ${to} and lower(o.name) = lower(p.name) and lower(o.address) = lower(p.address))`.execute(tx);
}
