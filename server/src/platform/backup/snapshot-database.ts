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
/**
 * Migrations are listed in the manifest, and the restoring program applies them itself. Uploads in parts live a day at
 * most and change all the time; their objects are not copied either. Of live events only the counters are copied: a page
 * that misses events reads its lists anew.
 */
const NOT_COPIED = [
  ...['public.schema_migrations', 'graphile_worker.migrations'],
  ...['public.uploads', 'public.upload_chunks', 'public.user_events'],
];

const BUFFER_BYTES = 256 * 1024;

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
     where c.relkind = 'r' and not c.relispartition and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [SCHEMAS, NOT_COPIED],
  );
  return rows;
}

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const quotedColumns = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join(', ');

/**
 * Settings of the server, of the role or of the database must not change how values are written, nor the order of rows:
 * hashes of the same rows are compared across servers.
 */
const STEADY_OUTPUT = {
  timezone: "'UTC'",
  datestyle: "'ISO'",
  intervalstyle: "'postgres'",
  extra_float_digits: '1',
  synchronize_seqscans: 'off',
  idle_in_transaction_session_timeout: '0',
  lock_timeout: "'60s'",
};

/** Opens a consistent snapshot of the database that lasts until the connection's transaction ends, `maxMs` at most. */
export async function startSnapshot(client: pg.ClientBase, maxMs: number): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only');
  for (const [name, value] of Object.entries(STEADY_OUTPUT)) await client.query(`set local ${name} = ${value}`);
  const snapshot = { client, endsAt: performance.now() + maxMs };
  await limitStatement(snapshot);
  await client.query('select 1');
  return snapshot;
}

export interface Snapshot {
  client: pg.ClientBase;
  /** By `performance.now()`. */
  endsAt: number;
}

/** The next statement is cancelled when the snapshot has to end: a snapshot holds vacuum back in the whole database. */
export async function limitStatement({ client, endsAt }: Snapshot): Promise<void> {
  const left = Math.max(1, Math.ceil(endsAt - performance.now()));
  await client.query(`set local statement_timeout = ${left}`);
}

export async function copyDatabase(
  snapshot: Snapshot,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const { client } = snapshot;
  await mkdir(path.join(folder, 'database'), { recursive: true, mode: 0o700 });
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by name',
  );
  const tables: CopiedTable[] = [];
  for (const table of await listTables(client)) {
    await limitStatement(snapshot);
    tables.push(await copyTable(client, table, folder));
  }
  return { migrations, tables, sequences: await readSequences(client) };
}

async function copyTable(client: pg.ClientBase, table: TableRow, folder: string): Promise<CopiedTable> {
  const file = `database/${table.schema}.${table.name}.copy.gz`;
  const hash = createHash('sha256');
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      callback(null, chunk);
    },
  });
  const rows = copyOut(client, `copy ${quoted(table)} (${quotedColumns(table.columns)}) to stdout`);
  await pipeline(
    rows.stream,
    meter,
    createGzip({ level: 3, chunkSize: BUFFER_BYTES }),
    createWriteStream(path.join(folder, file), { mode: 0o600, highWaterMark: BUFFER_BYTES }),
  );
  return { ...table, file, rows: rows.count(), sha256: hash.digest('hex') };
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
