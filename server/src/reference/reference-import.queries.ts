import type { ReferenceTable } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/tables.ts';
import { searchNames } from './names.ts';
import type { ReferenceRow } from './reference.queries.ts';
import type { Names } from './reference.tables.ts';

export interface EntryValues {
  name_en: string;
  name_native: string;
  phone_code?: string;
  iso?: string | null;
  country_id?: number;
  latitude?: number | null;
  longitude?: number | null;
}

export interface ValidImportRow {
  line: number;
  id?: number;
  names: Names;
  values: EntryValues;
  changes: { field: string; before: string; after: string }[];
}

/**
 * Locks the table against writers, and against the removal of countries that the file's cities refer to; readers
 * continue.
 */
export async function lockTable(tx: Tx, table: ReferenceTable): Promise<void> {
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
  if (table === 'cities') await sql`lock table countries in share mode`.execute(tx);
}

export async function findEntries(
  tx: Tx,
  table: ReferenceTable,
  { ids, countryIds }: { ids: readonly number[]; countryIds: readonly number[] },
): Promise<ReferenceRow[]> {
  const where =
    table === 'cities' ? sql`where id = any(${ids}::bigint[]) or country_id = any(${countryIds}::bigint[])` : sql``;
  return (await sql<ReferenceRow>`select * from ${sql.table(table)} ${where} order by id`.execute(tx)).rows;
}

const toRow = ({ id, names, values }: ValidImportRow) => ({
  id,
  ...values,
  search_names: searchNames({ ...values, names }),
});

export async function insertEntries(
  tx: Tx,
  table: ReferenceTable,
  validRows: readonly ValidImportRow[],
): Promise<void> {
  const rows = JSON.stringify(validRows.map(toRow));
  if (validRows.length === 0) return;
  if (table === 'categories')
    await sql`
      insert into categories (name_en, name_native, search_names, position)
      select name_en, name_native, search_names, at + (select coalesce(max(position), 0) from categories)
      from rows from (jsonb_to_recordset(${rows}::jsonb) as (name_en text, name_native text, search_names text))
        with ordinality as r (name_en, name_native, search_names, at)`.execute(tx);
  else if (table === 'countries')
    await sql`
      insert into countries (name_en, name_native, search_names, phone_code, iso)
      select name_en, name_native, search_names, phone_code, iso
      from jsonb_to_recordset(${rows}::jsonb)
        as r (name_en text, name_native text, search_names text, phone_code text, iso text)`.execute(tx);
  else
    await sql`
      insert into cities (name_en, name_native, search_names, country_id, latitude, longitude)
      select name_en, name_native, search_names, country_id, latitude, longitude
      from jsonb_to_recordset(${rows}::jsonb)
        as r (name_en text, name_native text, search_names text, country_id bigint, latitude real, longitude real)`.execute(
      tx,
    );
}

/** When a city moves to another country, the country of its users and ads is updated as well. */
export async function updateEntries(
  tx: Tx,
  table: ReferenceTable,
  validRows: readonly ValidImportRow[],
): Promise<void> {
  if (validRows.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(validRows.map(toRow))}::jsonb) as r (id bigint, name_en text,
    name_native text, search_names text, phone_code text, iso text, country_id bigint, latitude real, longitude real)`;
  const names = sql`name_en = r.name_en, name_native = r.name_native, search_names = r.search_names`;
  if (table === 'categories') await sql`update categories t set ${names} from ${rows} where t.id = r.id`.execute(tx);
  else if (table === 'countries')
    await sql`
      update countries t set ${names}, phone_code = r.phone_code, iso = r.iso from ${rows} where t.id = r.id`.execute(
      tx,
    );
  else
    await sql`
      update cities t set ${names}, country_id = r.country_id, latitude = r.latitude, longitude = r.longitude
      from ${rows} where t.id = r.id`.execute(tx);
}
