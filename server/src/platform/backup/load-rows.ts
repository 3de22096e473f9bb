import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { copyIn } from '../database/copy-stream.ts';
import type { CopiedTable, Manifest } from './manifest.ts';
import { listTables, quoted, quotedColumns } from './snapshot-database.ts';

const BUFFER_BYTES = 256 * 1024;

/** Replaces all rows by those of a backup, in one transaction that checks every constraint. */
export async function loadRows(connection: pg.PoolConfig, from: string, manifest: Manifest): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'okolo-restore' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('set local statement_timeout = 0');
    await client.query("set local maintenance_work_mem = '256MB'");
    const tables = await listTables(client);
    // An index is built several times faster over all rows than row by row, and a constraint checks all rows as it is
    // added again. Disabling the constraints instead would take a superuser.
    const references = await dropConstraints(client, ['f']);
    const indexes = await dropIndexes(client);
    const keys = await dropConstraints(client, ['p', 'u', 'x']);
    // Triggers update counters and queues; the restored rows already contain the results.
    for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
    await client.query(`truncate ${tables.map(quoted).join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, table, from);
    for (const statement of [...keys, ...indexes, ...references]) await client.query(statement);
    for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
    for (const { schema, name, value, is_called } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted({ schema, name }), value, is_called]);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

const OWN = "regnamespace::text in ('public', 'graphile_worker')";

/** Returns the statements that add the constraints again. */
async function dropConstraints(client: pg.Client, types: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = any($1::"char"[]) and c.relkind = 'r' and not c.relispartition and connamespace::${OWN}
     order by 1, 2`,
    [types],
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${name}`);
  return rows.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`);
}

/** Returns the statements that create the indexes again; those of constraints come and go with them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relkind = 'r' and not c.relispartition and c.relnamespace::${OWN}
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function loadTable(client: pg.Client, table: CopiedTable, from: string): Promise<void> {
  await pipeline(
    createReadStream(path.join(from, table.file), { highWaterMark: BUFFER_BYTES }),
    createGunzip({ chunkSize: BUFFER_BYTES }),
    copyIn(client, `copy ${quoted(table)} (${quotedColumns(table.columns)}) from stdin`),
  ).catch((error: Error) => {
    throw new Error(`${table.schema}.${table.name} could not be loaded: ${error.message}`, { cause: error });
  });
}
