import { ADS_PAGE_SIZE, adsApi } from '@app/contract/market/ads';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../../test/world.ts';
import { COMMON } from '../../../platform/database/open-database.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { findAdCard } from '../ads.queries.ts';
import { listPublicAds } from './list-public-ads.ts';

/** PostgreSQL plans so many executions for their values before it compares those plans with one for any values. */
const COMPARED = 5;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the first page and an ad are planned once for each connection, for guests and for readers', async () => {
  const seller = await world.user({ paid: true });
  const body = { board_title: 'Самовар', board_description: 'Медный', board_price: 900 };
  const ids: number[] = [];
  for (let i = 0; i < ADS_PAGE_SIZE; i++) ids.push((await world.call(seller, adsApi.create, { body })).body.board_id);
  // Totals have to cost something to make a plan without them look cheaper.
  await world.services.pool.query(`
    insert into ad_days (ad_id, day, views) select id, current_date - day, 1 from ads, generate_series(1, 100) day`);
  await world.services.pool.query('vacuum analyze');
  const guest: Viewer = {
    ...{ userId: null, sessionId: null, isStaff: false, isSuperuser: false, isPaid: false },
    ...{ lang: 'ru', ip: '' },
  };
  const { connection, direct = connection } = world.database;
  for (const viewer of [guest, { ...guest, userId: seller.id }]) {
    const views = viewer.userId === null ? undefined : 100;
    const client = new pg.Client({ ...COMMON, ...direct });
    await client.connect();
    const pool = client as unknown as pg.Pool;
    for (let i = 0; i < COMPARED * 3; i++) {
      const { boards } = await listPublicAds({ pool }, viewer, { page: 1, size: ADS_PAGE_SIZE });
      expect(boards.map(({ board_id, board_views }) => [board_id, board_views])).toEqual(
        ids.toReversed().map((id) => [id, views]),
      );
      expect((await findAdCard(pool, viewer, ids[0] ?? 0))?.board.board_views).toBe(views);
    }
    const { rows } = await client.query<{ name: string; custom_plans: number }>(
      `select name, custom_plans from pg_prepared_statements where name like 'ad%' order by name`,
    );
    await client.end();
    const list = viewer.userId === null ? 'ads-everything' : 'ads-circle-everything';
    expect(rows).toEqual(['ad', list].map((name) => ({ name, custom_plans: COMPARED })));
  }
});
