import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { copyOut } from '../database/copy-stream.ts';
import type { CopiedSequence, CopiedTable, Manifest } from './manifest.ts';

/** The product's schema and the queue's: waiting emails and payments are part of the product's data. */
const SCHEMAS = ['public', 'graphile_worker'];
/** The manifest lists these migrations, and the restoring program applies them itself. */
const NOT_COPIED = ['public.schema_migrations', 'graphile_worker.migrations'];

interface TableRow {
  schema: string;
  name: string;
  columns: string[];
}

export async function listTables(client: pg.ClientBase): Promise<TableRow[]> {
  const { rows } = await client.query<TableRow>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [SCHEMAS, NOT_COPIED],
  );
  return rows;
}

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const quotedColumns = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ');

/** Opens a consistent snapshot of the database that lasts until the connection's transaction ends. */
export async function startSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('set statement_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
  await client.query('select 1');
}

export async function copyDatabase(
  client: pg.ClientBase,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await mkdir(path.join(folder, 'database'), { recursive: true, mode: 0o700 });
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  const tables: CopiedTable[] = [];
  for (const table of await listTables(client)) tables.push(await copyTable(client, table, folder));
  return { migrations, tables, sequences: await readSequences(client) };
}

async function copyTable(client: pg.ClientBase, table: TableRow, folder: string): Promise<CopiedTable> {
  const file = `database/${table.schema}.${table.name}.copy.gz`;
  const hash = createHash('sha256');
  let rows = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      // COPY escapes line feeds within values as \n, so every byte 10 ends a row.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      callback(null, chunk);
    },
  });
  await pipeline(
    copyOut(client, `copy ${quoted(table)} (${quotedColumns(table.columns)}) to stdout`),
    meter,
    createGzip({ level: 3 }),
    createWriteStream(path.join(folder, file), { mode: 0o600 }),
  );
  return { ...table, file, rows, sha256: hash.digest('hex') };
}

/** Sequences are read last: they are not transactional, and a restored one may be ahead of the rows, never behind. */
async function readSequences(client: pg.ClientBase): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  const sequences: CopiedSequence[] = [];
  for (const row of rows) {
    const found = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(row)}`,
    );
    const [state] = found.rows;
    if (state !== undefined) sequences.push({ ...row, ...state });
  }
  return sequences;
}
