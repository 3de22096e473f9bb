import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pastAds } from '../../src/demo/demo-ad-history.ts';
import { demoAds } from '../../src/demo/demo-ads.ts';
import { demoPeople } from '../../src/demo/demo-people.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { findFreePort } from '../free-port.ts';
import { createDataDir, ensureSiteBuilt, launchNode, type RunningNode, serving } from './running-node.ts';

const PATIENCE_MS = 600_000;

let data: Awaited<ReturnType<typeof createDataDir>>;

beforeAll(async () => {
  data = await createDataDir();
  await ensureSiteBuilt();
}, PATIENCE_MS);

afterAll(() => data.remove());

const urlOf = ({ connection }: TestDatabase): string => {
  const { host, port, user } = inject('postgres');
  return `postgres://${user}@localhost:${port}/${connection.database}?host=${encodeURIComponent(host)}`;
};

const findFreePorts = async (): Promise<{ PORT: string; MEDIA_PORT: string }> => ({
  PORT: String(await findFreePort()),
  MEDIA_PORT: String(await findFreePort()),
});

test('two nodes that start at once on an empty database both come up, and everything is there once', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  const database = await createEmptyDatabase();
  const common = { DATABASE_URL: urlOf(database), DATA_DIR: data.dataDir, DEMO: 'on' };
  const nodes: RunningNode[] = [];
  try {
    for (let i = 0; i < 2; i++) nodes.push(launchNode({ environment: { ...common, ...(await findFreePorts()) } }));
    await Promise.all(nodes.map(serving));

    const { rows } = await sql`
      select (select count(*)::int from users where is_superuser) as administrators,
        (select count(*)::int from users where not is_superuser) as people, (select count(*)::int from ads) as ads,
        (select count(*)::int from categories) as categories, (select count(distinct iso)::int from countries) as isos,
        (select count(*)::int from countries) as countries, (select count(*)::int from cities) as cities,
        (select count(distinct (country_id, name_native, latitude))::int from cities) as places`.execute(database.db);
    const [counts] = rows as [{ countries: number; cities: number }];
    expect(counts).toMatchObject({
      administrators: 1,
      people: demoPeople().length,
      ads: demoAds().length + pastAds().length,
      categories: 12,
      isos: counts.countries,
      places: counts.cities,
    });
    expect(nodes.map((node) => node.output().includes('the first administrator was made')).sort()).toEqual([
      false,
      true,
    ]);
    const password = (await readFile(path.join(data.dataDir, 'admin-password'), 'utf8')).trim();
    expect(nodes.some((node) => node.output().includes(password))).toBe(false);

    const answers = await Promise.all(
      nodes.map(async ({ origin }) => (await fetch(`${origin}/api/boards/enabled`)).json()),
    );
    expect(answers[0]).toMatchObject({ total: demoAds().length });
    expect(answers[1]).toMatchObject({ total: demoAds().length });
    expect(await Promise.all(nodes.map((node) => node.end('SIGTERM')))).toEqual([0, 0]);
  } finally {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await database.drop();
  }
});

test('a node told to stop goes on serving until balancers have noticed, and ends without an error', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  const database = await createEmptyDatabase();
  const environment = { DATABASE_URL: urlOf(database), DATA_DIR: data.dataDir, DRAIN_SECONDS: '2' };
  const migrating = launchNode({ environment, roles: ['migrate'] });
  expect(await migrating.ended).toBe(0);
  const node = launchNode({ environment: { ...environment, ...(await findFreePorts()) } });
  try {
    await serving(node);
    await expect.poll(() => node.output().includes('running as root')).toBe(process.getuid?.() === 0);
    const ended = node.end('SIGTERM');
    await expect.poll(async () => (await fetch(`${node.origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${node.origin}/api/categories`)).status).toBe(200);
    expect(await ended).toBe(0);
  } finally {
    await node.end('SIGKILL');
    await database.drop();
  }
});

test('processes without pages tell health and metrics on a port of their own', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  const database = await createEmptyDatabase();
  const common = { DATABASE_URL: urlOf(database), DATA_DIR: data.dataDir, MEDIA_SECRET: 'a secret of two processes' };
  const nodes: RunningNode[] = [];
  try {
    for (const role of ['jobs', 'sfu']) {
      const { PORT, MEDIA_PORT } = await findFreePorts();
      // `serving` asks for readiness at PORT.
      const node = launchNode({ environment: { ...common, PORT, MEDIA_PORT, HEALTH_PORT: PORT }, roles: [role] });
      nodes.push(node);
      await serving(node);
      expect(await (await fetch(`${node.origin}/healthz`)).json()).toEqual({ status: 'ok' });
      const metrics = async () => (await fetch(`${node.origin}/metrics`)).text();
      expect(await metrics()).toContain('okolo_process_memory_bytes');
      // A node is ready before its periodic jobs are queued.
      if (role === 'jobs') await expect.poll(metrics).toContain('okolo_jobs{');
      else expect(await metrics()).not.toContain('okolo_jobs{');
      expect((await fetch(`${node.origin}/api/categories`)).status).toBe(404);
    }
    expect(await Promise.all(nodes.map((node) => node.end('SIGTERM')))).toEqual([0, 0]);
  } finally {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await database.drop();
  }
});

describe('a setting that cannot be stops the start with one clear line', () => {
  async function refusal(environment: Record<string, string>, roles: string[] = []): Promise<string> {
    const node = launchNode({ environment: { DATA_DIR: data.dataDir, ...environment }, roles });
    expect(await node.ended).toBe(1);
    return node.output();
  }

  const elsewhere = 'postgres://127.0.0.1:1/nowhere';

  test.each<[string, Record<string, string>, RegExp]>([
    ['a value of the wrong kind', { PORT: 'many' }, /PORT must be a port number/],
    ['a database that is not there', { DATABASE_URL: elsewhere }, /DATABASE_URL leads to no database .*ECONNREFUSED/],
  ])('%s', async (_name, environment, line) => {
    const said = await refusal(environment);
    expect(said).toMatch(new RegExp(`^Cannot start: .*${line.source}.*\\n$`));
  });

  test('a role that nobody plays, in production unless told otherwise', { tags: ['long'] }, async () => {
    const told = `import { createRequire } from 'node:module';
      process.once('exit', () => {
        const loaded = Object.entries(createRequire(process.cwd() + '/x').cache).filter(([, module]) => module.loaded);
        console.log('React for', loaded.map(([file]) => /react\\.(\\w+)\\.js$/.exec(file)?.[1]).filter(Boolean).join());
      });`;
    const hook = `data:text/javascript,${encodeURIComponent(told)}`;
    expect(await refusal({ NODE_ENV: '', NODE_OPTIONS: `--import=${hook}` }, ['wbe'])).toBe(
      'Cannot start: Unknown role "wbe": web, jobs, sfu\nReact for production\n',
    );
  });

  test('a Node that is too old', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });";
    const program = path.resolve(import.meta.dirname, '../../../scripts/start.mjs');
    const options = {
      env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}` },
    };
    const { status, stderr } = spawnSync(process.execPath, [program, 'web'], { ...options, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^Node 24 or newer is needed, and this is 20\.20\.2\. .*npm ci.*\n$/),
    ]);
  });

  test('a secret in no file', { tags: ['long'] }, async () => {
    const said = await refusal({ ADMIN_PASSWORD_FILE: '/nowhere/at/all' });
    expect(said).toMatch(/^Cannot start: ADMIN_PASSWORD_FILE cannot be used: ENOENT.*\n$/);
  });

  test('a data directory that is a file', { tags: ['long'] }, async () => {
    const file = path.join(data.dataDir, 'file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toMatch(/^Cannot start: DATA_DIR cannot be used: .*\n$/);
  });

  test('a port that is taken', { tags: ['long'], timeout: PATIENCE_MS }, async () => {
    const database = await createEmptyDatabase();
    const taken = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const environment = { DATABASE_URL: urlOf(database), PORT: String(port), ADMIN_PASSWORD: 'parol-admina-1' };
    expect(await refusal(environment, ['web'])).toBe(
      `Cannot start: PORT ${port} at 127.0.0.1 is taken by another program\n`,
    );
    taken.close();
    await database.drop();
  });
});
