// @module-tag long
import { adsApi } from '@app/contract/market/ads';
import { publicationsApi } from '@app/contract/publishing/publications';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StandbyPair, startStandbyPair } from '../../../../test/standby.ts';
import { openTcpPath, type TcpPath } from '../../../../test/tcp-path.ts';
import { MATRIX } from '../../../../test/trust/matrix.ts';
import { ACTORS } from '../../../../test/trust/row.ts';
import { createStage, type Stage } from '../../../../test/trust/scene.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { seedReference } from '../../../reference/reference.public.ts';

let pair: StandbyPair;
let way: TcpPath;
let world: World;
let stage: Stage;

const target = () => {
  const { host = '', port = 0 } = pair.standby.connection;
  return { host, port };
};
const standby = () => {
  if (world.app.standby === undefined) throw new Error('The world has no standby');
  return world.app.standby;
};
const isUp = () => expect.poll(() => standby().state).toBe('up');

beforeAll(async () => {
  pair = await startStandbyPair();
  way = await openTcpPath(target());
  world = await createWorld({
    environment: { LOG_LEVEL: 'silent' },
    reach: async () => pair.primary.connection,
    adjust: (config) => ({ ...config, databaseReadUrl: `postgres://okolo@${way.host}:${way.port}/postgres` }),
  });
  // As in the template of the other tests, whose rows of the matrix name a city.
  await seedReference(world.services.db);
  stage = await createStage(world);
});
afterAll(async () => {
  await world?.close();
  await way?.close();
  await pair?.stop();
});

/** What happened to the reads that a standby may answer. */
async function countServed(run: () => Promise<void>): Promise<{ standby: number; primary: number }> {
  const before = { ...standby().served };
  await run();
  const { served } = standby();
  return { standby: served.standby - before.standby, primary: served.primary - before.primary };
}

/** A run that met a standby that lagged says nothing of whether the standby can answer it, so that it is repeated. */
async function countServedInTime(run: () => Promise<void>): Promise<{ standby: number; primary: number }> {
  for (;;) {
    await isUp();
    const { timesBehind } = standby();
    const served = await countServed(run);
    if (standby().timesBehind === timesBehind) return served;
  }
}

/** The standby's own count of what it has read. */
async function countScans(): Promise<number> {
  const { rows } = await pair.administer(
    `select (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables where relname = 'publications'`,
  );
  return rows[0]?.scans ?? 0;
}

let words = 0;

/** Somebody publishes; then the author and a guest read it at once. The text that each of them saw. */
async function publishAndRead() {
  const scene = await stage.scene();
  const author = await stage.actor('owner', scene);
  words += 1;
  const text = `Слово ${words}`;
  const { body } = await world.call(author, publicationsApi.addText, { body: { publish_description: text } });
  const input = { params: { id: body.publish_id } };
  const start = performance.now();
  const own = await world.call(author, publicationsApi.one, input);
  const guest = await world.call(null, publicationsApi.one, input);
  const feed = await world.call(null, publicationsApi.byUser, { query: { user_id: scene.owner.id } });
  return {
    text,
    seen: [own.body.publish_description, guest.body.publish_description, feed.body.list[0]?.publish_description],
    ms: performance.now() - start,
  };
}

test('reads are answered by the standby, and never lag behind what was written before', async () => {
  await isUp();
  const scansBefore = await countScans();
  const served = await countServed(async () => {
    for (let round = 0; round < 40; round++) {
      const { text, seen } = await publishAndRead();
      expect(seen).toEqual([text, text, text]);
    }
  });
  expect(served.standby).toBeGreaterThan(served.primary);
  await expect.poll(countScans).toBeGreaterThan(scansBefore);
});

test('every read that it may answer works on it, for everybody', async () => {
  const failed: Record<string, unknown> = {};
  for (const row of MATRIX.filter(({ endpoint }) => endpoint.standby)) {
    const scene = await stage.scene();
    const input = await row.input(scene);
    for (const kind of ACTORS.filter((one) => row.who[one] === 'ok')) {
      const actor = await stage.actor(kind, scene);
      const served = await countServedInTime(async () => {
        const { statusCode } = await world.call(actor, row.endpoint, input);
        if (statusCode !== 200) failed[`${row.case} as ${kind}`] = statusCode;
      });
      if (served.primary > 0) failed[`${row.case} as ${kind}`] = 'primary';
    }
  }
  // The number of a stranger's phone is counted when it is shown.
  expect(failed).toEqual({
    'GET /api/board/{id}: published as paid': 'primary',
    'GET /api/board/{id}: published as unpaid': 'primary',
    'GET /api/users/{id} as paid': 'primary',
    'GET /api/users/{id} as unpaid': 'primary',
  });
});

test('the sitemap is read there, with an ad that was published just before', async () => {
  const owner = await world.user({ paid: true });
  const draft = { board_title: 'Лодка', board_description: 'Новая', board_price: 1 };
  const { body } = await world.call(owner, adsApi.create, { body: draft });
  const pages: string[] = [];
  const served = await countServedInTime(async () => {
    pages.length = 0;
    for (const url of ['/sitemap.xml', '/sitemap/ads-1.xml']) pages.push((await world.app.inject(url)).body);
  });
  expect(served).toEqual({ standby: 2, primary: 0 });
  expect(pages[0]).toContain('/sitemap/ads-1.xml</loc>');
  expect(pages[1]).toContain(`/ad/${body.board_id}</loc>`);
});

test('one that lags is left alone until it has caught up', async () => {
  await isUp();
  await pair.administer('select pg_wal_replay_pause()');
  onTestFinished(async () => void (await pair.administer('select pg_wal_replay_resume()')));
  const served = await countServed(async () => {
    for (let round = 0; round < 5; round++) {
      const { text, seen } = await publishAndRead();
      expect(seen).toEqual([text, text, text]);
    }
  });
  expect(served.standby).toBe(0);
  expect(standby().state).toBe('behind');
  await expect.poll(() => standby().lagMs).toBeGreaterThan(1000);
  await pair.administer('select pg_wal_replay_resume()');
  await isUp();
  expect(standby().lagMs).toBeLessThan(1000);
});

test('one that says nothing delays the reads under way, and no others', async () => {
  await isUp();
  way.freeze();
  onTestFinished(() => way.thaw());
  const first = await publishAndRead();
  expect(first.seen).toEqual([first.text, first.text, first.text]);
  expect(first.ms).toBeLessThan(5000);
  await expect.poll(() => standby().state).toBe('away');
  const served = await countServed(async () => void (await publishAndRead()));
  expect(served).toEqual({ standby: 0, primary: 3 });
  way.thaw();
  await isUp();
});

test('one that is killed fails no read, and readiness only tells of it', async () => {
  await isUp();
  await pair.stopStandby();
  const { text, seen } = await publishAndRead();
  expect(seen).toEqual([text, text, text]);
  await expect.poll(() => standby().state).toBe('away');
  const ready = await world.app.inject('/readyz');
  expect([ready.statusCode, ready.json().standby]).toEqual([200, 'away']);
  await pair.startStandby();
  way.lead(target());
  await isUp();
  expect((await world.app.inject('/readyz')).json().standby).toBe('up');
  const metrics = (await world.app.inject('/metrics')).body;
  expect(metrics).toMatch(/okolo_standby_reads_total\{server="standby"\} [1-9]/);
  expect(metrics).toMatch(/okolo_standby_up 1/);
});

test('one that was promoted is no standby any more', async () => {
  await isUp();
  await pair.administer('select pg_promote()');
  await expect.poll(() => standby().state).toBe('away');
  const { text, seen } = await publishAndRead();
  expect(seen).toEqual([text, text, text]);
});
