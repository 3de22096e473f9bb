import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { createBackup } from '../server/src/platform/backup/create-backup.ts';
import { restoreBackup } from '../server/src/platform/backup/restore-backup.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../server/src/platform/database/prepare-database.ts';
import { createStorage } from '../server/src/platform/storage/storage.ts';

/**
 * `node bench/copies.ts [--rows 1000000] [--rounds 3]`: rows a second of a backup and a restore beside those of
 * `psql -c copy` with gzip on the same table, in turn. Needs `psql` and `gzip` in the path.
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
const rows = Number(values.rows);
const rounds = Number(values.rounds);

const log = pino({ level: 'silent' });
const migrations = path.resolve(import.meta.dirname, '../server/migrations');
const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-copies-'));
await chmod(folder, 0o755);
const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log });
const empty = await createStorage({ dataDir: path.join(folder, 'files') });

const CHATS = 5000;
const FILL = `
  set session_replication_role = replica;
  insert into chats (id, low_id, high_id) overriding system value select n, n, n + 1 from generate_series(1, ${CHATS}) n;
  insert into messages (chat_id, seq, sender_id, content, search, created_at)
  select 1 + n % ${CHATS}, n / ${CHATS}, 1 + n % 10000, words, to_tsvector('russian', words), now() - n * interval '1 second'
  from (select n, 'Добрый день! Лодка ещё продаётся? Могу приехать в субботу, номер ' || n as words
        from generate_series(1, ${rows}) n) numbered;`;

async function query(text: string, database?: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...server.connection, ...(database === undefined ? {} : { database }) });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function shell(command: string): Promise<void> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command}: ${code}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function print(name: string, ours: readonly number[], bare: readonly number[]): void {
  const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  const perSecond = (seconds: number) => Math.round(rows / seconds).toLocaleString('en');
  const [own, limit] = [median(ours), median(bare)];
  console.log(`${name}: ${perSecond(own)} rows/s, psql ${perSecond(limit)} rows/s, ratio ${(own / limit).toFixed(2)}`);
}

try {
  const { host, port, user, database } = server.connection;
  const psql = (name: string | undefined) => `psql -q -h '${host}' -p ${port} -U ${user} ${name}`;
  await prepareDatabase(server.connection, log);
  await query(FILL);
  await query('vacuum analyze');
  const copied = path.join(folder, 'messages.gz');
  const backups: number[] = [];
  const pipes: number[] = [];
  let from = '';
  for (let round = 0; round < rounds; round += 1) {
    pipes.push(await timed(() => shell(`${psql(database)} -c 'copy messages to stdout' | gzip -3 > ${copied}`)));
    const to = path.join(folder, `backup-${round}`);
    const parts = { connection: server.connection, storage: empty, to, now: new Date(), report: () => {} };
    backups.push(
      await timed(async () => {
        from = (await createBackup(parts)).folder;
      }),
    );
  }
  print('backup', backups, pipes);

  await query('create database bare');
  await query('create database restored');
  const connection = { ...server.connection, database: 'bare' };
  await prepareDatabase(connection, log);
  await query(
    'set session_replication_role = replica; alter table messages drop constraint messages_chat_id_fkey',
    'bare',
  );
  const load = await timed(() =>
    shell(
      `PGOPTIONS='-c session_replication_role=replica' sh -c "gzip -dc ${copied} | ${psql('bare')} -c 'copy messages from stdin'"`,
    ),
  );
  const restore = await timed(() =>
    restoreBackup({
      connection: { ...server.connection, database: 'restored' },
      storage: empty,
      migrations,
      from,
      replace: false,
      log,
      report: () => {},
    }),
  );
  print('restore', [restore], [load]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
