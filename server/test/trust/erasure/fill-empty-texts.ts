import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/tables.ts';

/** A way from a table to a user: its column refers to one, or to a row of a table that has such a way. */
interface Link {
  table: string;
  column: string;
  /** Of the row that it refers to; undefined: of the user. */
  target?: { table: string; column: string };
}

interface Column {
  table: string;
  name: string;
  type: string;
}

/** Rows of the person, and rows of these rows. */
const STEPS_MAX = 3;

/**
 * Writes a word into every text, JSON value, list of texts and bytes that is empty in a row about a user, or in a row that belongs to
 * such a row. Returns the columns that took it; what checks and foreign keys refuse can hold no word of people.
 */
export async function fillEmptyTexts(
  db: Db,
  word: string,
  userId: number,
  references: readonly Link[],
): Promise<string[]> {
  const conditions = await conditionsOf(db, userId, references);
  const filled: string[] = [];
  for (const { table, name, type } of await listTextColumns(db)) {
    const condition = conditions.get(table);
    if (condition === undefined) continue;
    const marker = `${word} ${table}.${name}`;
    const value = VALUES[type]?.(marker) ?? sql`${marker} || ' ' || ctid::text`;
    const isEmpty = sql`(${sql.ref(name)} is null or ${sql.ref(name)}::text in ('', '{}', '[]', 'null', '\\x'))`;
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${isEmpty} and (${condition})`
      .execute(db)
      .catch((error: { code?: string }) => {
        if (!REFUSED.has(error.code ?? '')) throw error;
        return { numAffectedRows: 0n };
      });
    if ((numAffectedRows ?? 0n) > 0n) filled.push(`${table}.${name}`);
  }
  return filled;
}

const REFUSED = new Set(['23514', '23503']);

const VALUES: Record<string, (marker: string) => ReturnType<typeof sql>> = {
  json: (marker) => sql`json_build_object('title', ${marker}::text)`,
  jsonb: (marker) => sql`jsonb_build_object('title', ${marker}::text)`,
  bytea: (marker) => sql`convert_to(${marker} || ' ' || ctid::text, 'UTF8')`,
  ARRAY: (marker) => sql`array[${marker}::text]`,
};

async function listTextColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type
    from information_schema.columns c join pg_class t on t.oid = c.table_name::regclass
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'json', 'jsonb', 'bytea') or (c.data_type = 'ARRAY' and c.udt_name = '_text'))
    order by 1, 2`.execute(db);
  return rows;
}

async function conditionsOf(db: Db, userId: number, references: readonly Link[]) {
  const { rows: keys } = await sql<Required<Link>>`
    select c.conrelid::regclass::text as "table", a.attname as "column",
      jsonb_build_object('table', c.confrelid::regclass::text, 'column', b.attname) as target
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
    where c.contype = 'f' and c.confrelid <> 'users'::regclass and c.conrelid <> c.confrelid
      and array_length(c.conkey, 1) = 1`.execute(db);
  const conditions = new Map<string, ReturnType<typeof sql>>([['users', sql`id = ${userId}`]]);
  const add = (known: ReadonlyMap<string, ReturnType<typeof sql>>, { table, column, target }: Link): void => {
    const rows = target === undefined ? undefined : known.get(target.table);
    if (known.has(table) || (target !== undefined && rows === undefined)) return;
    const own =
      target === undefined || rows === undefined
        ? sql`${sql.ref(column)} = ${userId}`
        : sql`${sql.ref(column)} in (select ${sql.ref(target.column)} from ${sql.table(target.table)} where ${rows})`;
    const before = conditions.get(table);
    conditions.set(table, before === undefined ? own : sql`${before} or ${own}`);
  };
  for (const reference of references) add(new Map(), reference);
  for (let step = 1; step < STEPS_MAX; step++) {
    const known = new Map(conditions);
    for (const key of keys) add(known, key);
  }
  return conditions;
}
