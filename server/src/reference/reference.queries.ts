import type { Lang } from '@app/contract/platform/languages';
import type {
  Category,
  CategoryDraft,
  City,
  CityDraft,
  Country,
  CountryDraft,
} from '@app/contract/reference/reference';
import { type InsertQueryBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { escapeLike } from '../platform/database/like-pattern.ts';
import type { Database, Tx } from '../platform/database/tables.ts';
import { localizedName, type NamedRow, normalizeName, searchNames } from './names.ts';

type Db = Kysely<Database>;
export type ReferenceTable = 'countries' | 'cities' | 'categories';

interface Page {
  search?: string | undefined;
  size: number;
  offset: number;
  sort?: 'id' | 'name_en' | 'name_native' | 'phone_code' | undefined;
  order?: 'asc' | 'desc' | undefined;
}

type CategoryRow = NamedRow & { id: number; icon: string };
type CountryRow = NamedRow & { id: number; iso: string | null; phone_code: string };
type CityRow = NamedRow & { id: number; country_id: number; latitude: number | null; longitude: number | null };

export async function listCategories(
  db: Db,
  lang: Lang,
  page: Page,
): Promise<{ categories: Category[]; total: number }> {
  const { rows, total } = await listRows<CategoryRow>(db, 'categories', { page, order: [sql`position`] });
  return { categories: rows.map((row) => toCategory(row, lang)), total };
}

export async function listCountries(
  db: Db,
  lang: Lang,
  { phoneCode, ...page }: Page & { phoneCode?: string | undefined },
): Promise<{ countries: Country[]; total: number }> {
  const where = phoneCode ? [sql<boolean>`phone_code = ${phoneCode}`] : [];
  const byName = [...(lang === 'ru' ? [sql`iso is not distinct from 'RU' desc`] : []), localeColumn(lang)];
  // The main country of a shared dial code has the lowest id.
  const { rows, total } = await listRows<CountryRow>(db, 'countries', { page, where, order: phoneCode ? [] : byName });
  return { countries: rows.map((row) => toCountry(row, lang)), total };
}

export async function listCities(
  db: Db,
  lang: Lang,
  { countryId, ...page }: Page & { countryId?: number | null | undefined },
): Promise<{ cities: City[]; total: number }> {
  const where = countryId ? [sql<boolean>`country_id = ${countryId}`] : [];
  const { rows, total } = await listRows<CityRow>(db, 'cities', {
    page,
    where,
    order: [sql`population desc`, localeColumn(lang)],
  });
  return { cities: rows.map((row) => toCity(row, lang)), total };
}

export async function findCategory(db: Db, lang: Lang, id: number): Promise<Category | undefined> {
  const row = await db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toCategory(row, lang);
}

export async function findCountry(db: Db, lang: Lang, id: number): Promise<Country | undefined> {
  const row = await db.selectFrom('countries').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toCountry(row, lang);
}

export async function findCity(db: Db, lang: Lang, id: number): Promise<City | undefined> {
  const row = await db.selectFrom('cities').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toLocatedCity(row, lang);
}

export async function insertCategory(db: Db, { name_en, name_native }: CategoryDraft): Promise<number> {
  const row = { name_en, name_native, names: {} };
  const position = sql<number>`(select coalesce(max(position), 0) + 1 from categories)`;
  return insertRow(db.insertInto('categories').values({ ...row, position, search_names: searchNames(row) }));
}

export async function insertCountry(db: Db, { name_en, name_native, phone_code, iso }: CountryDraft): Promise<number> {
  const row = { name_en, name_native, names: {} };
  const codes = { phone_code, iso: iso || null };
  return insertRow(db.insertInto('countries').values({ ...row, ...codes, search_names: searchNames(row) }));
}

export async function insertCity(db: Db, { name_en, name_native, country, lat, lon }: CityDraft): Promise<number> {
  const row = { name_en, name_native, names: {} };
  const place = { country_id: country, latitude: lat ?? null, longitude: lon ?? null };
  return insertRow(db.insertInto('cities').values({ ...row, ...place, search_names: searchNames(row) }));
}

export async function updateCategory(
  db: Db,
  lang: Lang,
  id: number,
  draft: CategoryDraft,
): Promise<Category | undefined> {
  const renamed = await renamedRow(db, 'categories', id, draft);
  const row =
    renamed && (await db.updateTable('categories').set(renamed).where('id', '=', id).returningAll().executeTakeFirst());
  return row && toCategory(row, lang);
}

export async function updateCountry(db: Db, lang: Lang, id: number, draft: CountryDraft): Promise<Country | undefined> {
  const renamed = await renamedRow(db, 'countries', id, draft);
  const { phone_code, iso } = draft;
  const values = { ...renamed, phone_code, ...(iso !== undefined && { iso: iso || null }) };
  const row =
    renamed && (await db.updateTable('countries').set(values).where('id', '=', id).returningAll().executeTakeFirst());
  return row && toCountry(row, lang);
}

export async function updateCity(db: Db, lang: Lang, id: number, draft: CityDraft): Promise<City | undefined> {
  const renamed = await renamedRow(db, 'cities', id, draft);
  const { lat: latitude, lon: longitude } = draft;
  const place = latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
  const values = { ...renamed, country_id: draft.country, ...place };
  const row =
    renamed && (await db.updateTable('cities').set(values).where('id', '=', id).returningAll().executeTakeFirst());
  return row && toLocatedCity(row, lang);
}

/** Returns false when there was no row. Throws a foreign key violation while other rows refer to it. */
export async function deleteRow(db: Db, table: ReferenceTable, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(table).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks an entry (`FOR UPDATE`) until commit, so that no new row can refer to it. */
export async function lockRow(
  tx: Tx,
  table: ReferenceTable,
  id: number,
): Promise<{ id: number; name_native: string } | undefined> {
  return tx.selectFrom(table).select(['id', 'name_native']).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countCitiesOf(tx: Tx, countryId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('cities')
    .select(sql<number>`count(*)`.as('count'))
    .where('country_id', '=', countryId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Updates the country of the ads and users of the moved cities as well. */
export async function moveCities(tx: Tx, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.updateTable('cities').set({ country_id: to }).where('country_id', '=', from).execute();
}

export async function isTableEmpty(db: Db, table: ReferenceTable): Promise<boolean> {
  return (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined;
}

export async function findCountryOfCity(db: Db, cityId: number): Promise<number | undefined> {
  const city = await db.selectFrom('cities').select('country_id').where('id', '=', cityId).executeTakeFirst();
  return city?.country_id;
}

async function insertRow<T extends ReferenceTable>(insert: InsertQueryBuilder<Database, T, unknown>): Promise<number> {
  const { id } = await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow();
  return id;
}

interface Listing {
  page: Page;
  where?: RawBuilder<boolean>[];
  order: RawBuilder<unknown>[];
}

async function listRows<Row>(
  db: Db,
  table: ReferenceTable,
  { page, where = [], order }: Listing,
): Promise<{ rows: Row[]; total: number }> {
  const typed = typedName(page.search);
  const conditions = typed === '' ? where : [...where, sql<boolean>`search_names like ${`%${typed}%`}`];
  // Names that begin with the typed text come before those that only contain it.
  const orders = [...(typed === '' ? [] : [sql`search_names like ${`%|${typed}%`} desc`]), ...order, sql`id`];
  const requestedOrder = page.sort && columnOrder(page.sort, page.order);
  const from = sql`from ${sql.table(table)} ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}`;
  const [rows, totals] = await Promise.all([
    sql<Row>`select * ${from} order by ${requestedOrder ?? sql.join(orders)} limit ${page.size} offset ${page.offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ]);
  return { rows: rows.rows, total: totals.rows[0]?.total ?? 0 };
}

const typedName = (search: string | undefined): string => escapeLike(normalizeName(search ?? ''));

export type ReferenceRow = NamedRow & {
  id: number;
  phone_code?: string;
  iso?: string | null;
  country_id?: number;
  latitude?: number | null;
  longitude?: number | null;
};

interface After {
  search?: string | undefined;
  countryId?: number | null | undefined;
  after: number;
  limit: number;
}

export async function listRowsAfter(
  db: Db,
  table: ReferenceTable,
  { search, countryId, after, limit }: After,
): Promise<ReferenceRow[]> {
  const typed = typedName(search);
  const conditions = [
    sql<boolean>`id > ${after}`,
    ...(typed === '' ? [] : [sql<boolean>`search_names like ${`%${typed}%`}`]),
    ...(table === 'cities' && countryId ? [sql<boolean>`country_id = ${countryId}`] : []),
  ];
  const { rows } = await sql<ReferenceRow>`
    select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} order by id limit ${limit}`.execute(db);
  return rows;
}

function columnOrder(column: NonNullable<Page['sort']>, order: Page['order'] = 'asc'): RawBuilder<unknown> {
  const direction = sql.raw(order === 'desc' ? 'desc' : 'asc');
  if (column === 'id') return sql`id ${direction}`;
  return sql`${sql.ref(column)} collate "und-x-icu" ${direction}, id ${direction}`;
}

/** {@link localizedName} in SQL, with a collation that sorts ё next to е and ignores case. */
function localeColumn(lang: Lang): RawBuilder<string> {
  return sql<string>`coalesce(names ->> ${lang}, ${sql.ref(lang === 'ru' ? 'name_native' : 'name_en')}) collate "und-x-icu"`;
}

async function renamedRow(db: Db, table: ReferenceTable, id: number, { name_en, name_native }: CategoryDraft) {
  const row = await db.selectFrom(table).select(['names', 'search_names']).where('id', '=', id).executeTakeFirst();
  return row && { name_en, name_native, search_names: searchNames({ name_en, name_native, names: row.names }) };
}

function toCategory(row: CategoryRow, lang: Lang): Category {
  const { id, name_en, name_native, icon } = row;
  return { id, name_en, name_native, name: localizedName(row, lang), icon };
}

function toCountry(row: CountryRow, lang: Lang): Country {
  const { id, name_en, name_native, phone_code } = row;
  return { id, name_en, name_native, name: localizedName(row, lang), phone_code, iso: row.iso ?? '' };
}

/** Coordinates are omitted from lists of a thousand cities. */
function toLocatedCity(row: CityRow, lang: Lang): City {
  const { latitude: lat, longitude: lon } = row;
  return { ...toCity(row, lang), ...(lat !== null && lon !== null && { lat, lon }) };
}

function toCity(row: CityRow, lang: Lang): City {
  const { id, name_en, name_native, country_id } = row;
  return { id, name_en, name_native, name: localizedName(row, lang), country: country_id };
}
