import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { adsApi } from '@app/contract/market/ads';
import pg from 'pg';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { createApp } from '../../app.ts';
import { buildServices } from '../../build-services.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { prepareQueue } from '../queue/queue.ts';
import { createStorage, type Storage } from '../storage/storage.ts';
import { compareRestored, formatComparisons } from './compare-restored.ts';
import { createBackup } from './create-backup.ts';
import { filePath, type Manifest } from './manifest.ts';
import { namedFiles } from './named-files.ts';
import { restoreBackup } from './restore-backup.ts';
import { copyDatabase, startSnapshot } from './snapshot-database.ts';

const log = pino({ level: 'silent' });
const migrations = path.resolve(import.meta.dirname, '../../../migrations');
let root: string;
let world: World;
let seller: Actor;
let empty: TestDatabase;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'okolo-backup-'));
  world = await createWorld();
  seller = await world.user({ paid: true });
  empty = await createEmptyDatabase();
});
afterAll(async () => {
  await world.close();
  await empty.drop();
  await rm(root, { recursive: true, force: true });
});

/** Copies go past a pooler. */
const connectionOf = ({ database: { connection, direct = connection } }: World): pg.PoolConfig => direct;

let shade = 0;
async function publish(title: string): Promise<number> {
  shade += 1;
  const background = { r: (shade * 37) % 256, g: (shade * 91) % 256, b: (shade * 13) % 256 };
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const { statusCode, body } = await world.call(seller, adsApi.create, {
    body: { board_title: title, board_description: 'Крепкий, с двумя моторами', board_price: 100 } as never,
    files: [{ field: 'board_photo[]', name: 'a.png', type: 'image/png', bytes }],
  });
  expect(statusCode, JSON.stringify(body)).toBe(200);
  return body.board_id;
}

function keepWriting(): () => Promise<number> {
  let isOver = false;
  const written = (async () => {
    let count = 0;
    for (; !isOver; count += 1) {
      const id = await publish(`Лодка ${count}`);
      if (count % 3 === 2) await world.services.db.deleteFrom('ads').where('id', '=', id).execute();
    }
    return count;
  })();
  return () => {
    isOver = true;
    return written;
  };
}

const backUp = (storage: Storage = world.services.storage) =>
  createBackup({ connection: connectionOf(world), storage, to: root, now: new Date(), report: () => {} });

async function hashesOf(connection: pg.PoolConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const folder = await mkdtemp(path.join(root, 'again-'));
  const { tables } = await copyDatabase(await startSnapshot(client, 60_000), folder);
  await client.end();
  return hashes(tables);
}

/** Indexes, constraints and triggers, which a restore drops and adds again. */
async function schemaOf(connection: pg.PoolConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `select schemaname || ' ' || indexdef as line from pg_indexes where schemaname in ('public', 'graphile_worker')
     union all
     select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace::regnamespace::text in ('public', 'graphile_worker')
     union all
     select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
     order by 1`,
  );
  await client.end();
  return rows.map(({ line }) => line);
}

const hashes = (tables: Manifest['tables']) =>
  Object.fromEntries(tables.map(({ schema, name, sha256 }) => [`${schema}.${name}`, sha256]));

let made: Awaited<ReturnType<typeof backUp>>;
let storage: Storage;

test('a backup made while people publish comes back whole: every table and every file by its hash', async () => {
  for (const n of [1, 2, 3]) await publish(`Весло ${n}`);
  const stop = keepWriting();
  made = await backUp();
  expect(await stop()).toBeGreaterThan(0);
  const { folder, manifest } = made;
  expect(manifest.missing).toEqual([]);
  expect(await readdir(root)).not.toContainEqual(expect.stringContaining('unfinished'));

  storage = await createStorage({ dataDir: path.join(root, 'restored') });
  await restoreBackup({
    connection: empty.connection,
    storage,
    migrations,
    from: folder,
    replace: false,
    log,
    report: () => {},
  });

  const compared = await compareRestored(empty.connection, storage, folder, manifest);
  expect(compared.filter(({ isSame }) => !isSame)).toEqual([]);
  expect(compared.length).toBeGreaterThan(manifest.tables.length);
  expect(formatComparisons(compared)).toMatch(/^public\.ads +\d+ +\d+ {2}same$/m);
  const schema = await schemaOf(empty.connection);
  expect(schema.length).toBeGreaterThan(500);
  expect(schema).toEqual(await schemaOf(connectionOf(world)));
});

test('a changed row, a moved sequence and a lost file are told', { tags: ['long'] }, async () => {
  const { folder, manifest } = made;
  const client = new pg.Client(empty.connection);
  await client.connect();
  const { rows } = await client.query<{ key: string }>(
    `select base_key || '-' || widths[1] || '.webp' as key from media_images where state = 'claimed' limit 1`,
  );
  const key = rows[0]?.key ?? '';
  const differing = async () =>
    (await compareRestored(empty.connection, storage, folder, manifest)).flatMap(({ what, isSame }) =>
      isSame ? [] : [what],
    );
  // Without the trigger that notes the change for the search index.
  await client.query('set session_replication_role = replica');
  await client.query("update ads set title = 'Другая' where id = (select min(id) from ads)");
  await client.query("select nextval('ads_id_seq')");
  expect(await differing()).toEqual(['public.ads', 'sequences']);
  const kept = await readFile(path.join(root, 'restored/files', key));
  await storage.remove(key);
  expect(await differing()).toEqual(['public.ads', 'sequences', `files/${key.split('/')[0]}`]);
  await writeFile(path.join(root, 'restored/files', key), kept);
  await client.end();
  const parts = { connection: empty.connection, storage, migrations, from: folder, log, report: () => {} };
  await restoreBackup({ ...parts, replace: true });
  expect(await differing()).toEqual([]);
});

test('uploads in parts are left out, rows and bytes', async () => {
  expect(made.manifest.tables.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['uploads']));
  const source = path.join(root, 'chunk');
  await writeFile(source, 'chunk');
  const key = `private/uploads/ab/${'a'.repeat(64)}.bin`;
  await world.services.storage.put(key, source, 'application/octet-stream');
  const { folder } = await backUp();
  expect(await readFile(path.join(folder, 'files.jsonl'), 'utf8')).not.toContain('private/uploads');
  await world.services.storage.remove(key);
});

test('a snapshot that would last too long ends the backup, which leaves nothing', async () => {
  const before = await readdir(root);
  const { storage: own } = world.services;
  const now = new Date('2041-01-01T00:00:00Z');
  const parts = { connection: connectionOf(world), storage: own, to: root, now, report: () => {} };
  await expect(createBackup({ ...parts, snapshotMaxMs: 1 })).rejects.toThrow('pgBackRest');
  expect(await readdir(root)).toEqual(before);
});

test('every picture that a restored ad names is there', async () => {
  const client = new pg.Client(empty.connection);
  await client.connect();
  await client.query('begin');
  const keys: string[] = [];
  for await (const { key, is_base } of namedFiles(client)) if (!is_base) keys.push(key);
  await client.end();
  expect(keys.length).toBeGreaterThanOrEqual(3);
  for (const key of keys) expect(await storage.has(key), key).toBe(true);
});

test('the product opens on what was restored, lets the same person in, and writes on', async () => {
  const { services, close } = await buildServices({
    config: { ...world.services.config, dataDir: path.join(root, 'restored') },
    log,
    connection: empty.connection,
  });
  const app = await createApp(services);
  const cookie = `token=${seller.token}; csrftoken=x`;
  const list = await app.inject({ url: '/api/boards', headers: { cookie } });
  expect(list.statusCode, list.body).toBe(200);
  expect(list.json().boards.map((board: { board_title: string }) => board.board_title)).toContain('Весло 1');
  const first = list.json().boards.find((board: { board_title: string }) => board.board_title === 'Весло 2');
  const added = await app.inject({
    method: 'PUT',
    url: '/api/boards',
    headers: { cookie, 'x-csrftoken': 'x' },
    payload: { board_title: 'После восстановления', board_description: 'Снова в деле', board_price: 1 },
  });
  expect(added.statusCode, added.body).toBe(200);
  expect(added.json().board_id).toBeGreaterThan(first.board_id);
  await app.close();
  await close();
});

test('a database with people in it is replaced only on demand', { tags: ['long'] }, async () => {
  const parts = { connection: empty.connection, storage, migrations, from: made.folder, log, report: () => {} };
  await expect(restoreBackup({ ...parts, replace: false })).rejects.toThrow('--replace');
  await restoreBackup({ ...parts, replace: true });
  expect(await hashesOf(empty.connection)).toEqual(hashes(made.manifest.tables));
});

/** Runs `work` on a separate database without any product connections. */
async function withDatabase(work: (database: TestDatabase, pool: pg.Pool) => Promise<void>): Promise<void> {
  const database = await createEmptyDatabase();
  const own = { ...database.connection, application_name: 'okolo-test' };
  const { pool, close } = openDatabase(own, { max: 2, log });
  try {
    await work(database, pool);
  } finally {
    await close();
    await database.drop();
  }
}

test('tables of somebody else are never emptied for a backup', () =>
  withDatabase(async ({ connection }, pool) => {
    await pool.query('create table invoices (id int); insert into invoices values (1)');
    const parts = { connection, storage, migrations, from: made.folder, log, report: () => {} };
    await expect(restoreBackup({ ...parts, replace: false })).rejects.toThrow('not the product’s');
    const { rows } = await pool.query('select id from invoices');
    expect(rows).toEqual([{ id: 1 }]);
  }));

test('an older backup comes back whole where a newer program has been started already', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const nothing = await createStorage({ dataDir: path.join(root, 'nothing') });
  let from = '';
  await withDatabase(async ({ connection }, pool) => {
    await migrate(pool, migrations, log, { upTo: '0045_two_people.sql' });
    await prepareQueue(pool);
    const now = new Date(Date.now() + 10_000);
    from = (await createBackup({ connection, storage: nothing, to: root, now, report: () => {} })).folder;
  });
  await withDatabase(async ({ connection }, pool) => {
    await migrate(pool, migrations, log);
    await prepareQueue(pool);
    await restoreBackup({ connection, storage: nothing, migrations, from, replace: false, log, report: () => {} });
    // Simulates what later migrations insert into tables that the backup does not know.
    const { rows } = await pool.query(
      `select (select count(*)::int from secrets where name = 'appeals') as keys, (select count(*)::int from moderation_rules) as rules`,
    );
    expect(rows).toEqual([{ keys: 1, rules: 1 }]);
  });
});

test('a database that the product runs on is left alone', async () => {
  const parts = { connection: connectionOf(world), storage, migrations, from: made.folder, log, report: () => {} };
  await expect(restoreBackup({ ...parts, replace: true })).rejects.toThrow('stop it first');
});

test('a damaged backup touches nothing', { tags: ['long'] }, async () => {
  const { folder, manifest } = await backUp();
  const before = await hashesOf(empty.connection);
  const parts = {
    connection: empty.connection,
    storage,
    migrations,
    from: folder,
    replace: true,
    log,
    report: () => {},
  };
  const [line = ''] = (await readFile(path.join(folder, 'files.jsonl'), 'utf8')).split('\n');
  const picture = filePath(folder, JSON.parse(line).key);
  const bytes = await readFile(picture);
  await writeFile(picture, Buffer.concat([bytes.subarray(1), Buffer.from([0])]));
  await expect(restoreBackup(parts)).rejects.toThrow('damaged');
  await writeFile(picture, bytes);

  const table = path.join(folder, manifest.tables.find(({ name }) => name === 'ads')?.file ?? '');
  await writeFile(table, (await readFile(table)).subarray(0, -20));
  await expect(restoreBackup(parts)).rejects.toThrow('ads.copy.gz');
  await expect(restoreBackup({ ...parts, from: root })).rejects.toThrow('no finished backup');
  expect(await hashesOf(empty.connection)).toEqual(before);
});

test('a file that the database names and nobody has is told, and the rest is backed up', async () => {
  const { storage: real } = world.services;
  const lost = (await firstKey(real)) ?? '';
  const poor: Storage = { ...real, open: async (key) => (key === lost ? undefined : real.open(key)) };
  const { manifest } = await createBackup({
    connection: connectionOf(world),
    storage: poor,
    to: root,
    now: new Date('2040-01-01T00:00:00Z'),
    report: () => {},
  });
  expect(manifest.missing).toEqual([lost]);
  expect(manifest.files.count).toBeGreaterThan(0);
});

async function firstKey(from: Storage): Promise<string | undefined> {
  const { rows } = await world.services.pool.query<{ key: string }>(
    `select base_key || '-' || widths[1] || '.webp' as key from media_images where state = 'claimed' limit 1`,
  );
  const [row] = rows;
  return row !== undefined && (await from.has(row.key)) ? row.key : undefined;
}

test('npm run backup, drill:restore and restore do it from one data directory to another', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  const environment = { ...process.env, DATA_DIR: path.join(root, 'second'), LOG_LEVEL: 'error', INIT_CWD: root };
  const run = (name: string, args: readonly string[], env: Record<string, string | undefined>) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(
        process.execPath,
        [path.resolve(import.meta.dirname, `../../../commands/${name}.ts`), ...args],
        {
          env: env as NodeJS.ProcessEnv,
        },
      );
      let said = '';
      const note = (bytes: Buffer) => {
        said += bytes;
      };
      child.stdout.on('data', note);
      child.stderr.on('data', note);
      child.on('close', (code) => resolve({ code, said }));
    });
  const { host, port, user, database } = empty.connection;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
  const from = { ...environment, DATABASE_URL: url, DATA_DIR: path.join(root, 'restored') };
  const backup = await run('backup', ['--to', 'made'], from);
  expect(backup, backup.said).toMatchObject({ code: 0 });
  const [name = ''] = await readdir(path.join(root, 'made'));
  const drilled = await run('drill-restore', [], from);
  expect(drilled, drilled.said).toMatchObject({ code: 0, said: expect.stringContaining('Everything came back.') });
  const restored = await run('restore', ['--from', path.join('made', name), '--replace'], from);
  expect(restored, restored.said).toMatchObject({ code: 0 });
  const missing = await run('restore', [], from);
  expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('--from DIR') });
});
