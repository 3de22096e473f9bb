import { adOwnerApi } from '@app/contract/ad-owner';
import { adsApi } from '@app/contract/ads';
import { commentsApi } from '@app/contract/comments';
import { complaintsApi } from '@app/contract/complaints';
import type { AnyEndpoint } from '@app/contract/endpoint';
import { favoritesApi } from '@app/contract/favorites';
import { feedbackApi } from '@app/contract/feedback';
import { searchesApi } from '@app/contract/searches';
import { subscriptionsApi } from '@app/contract/subscriptions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePeople } from '../../src/auth/erase-people.job.ts';
import { foldSearchChanges } from '../../src/platform/search/vocabulary.ts';
import { type Actor, createWorld, type TestCall, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** The whole row of every table that says one of these words. */
async function findTraces(words: readonly string[]): Promise<string[]> {
  const { db } = world.services;
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' or (schemaname = 'graphile_worker' and tablename = '_private_jobs')`.execute(db);
  const traces = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t
        where t::text ilike any (${words.map((word) => `%${word}%`)})`.execute(db);
      return rows.map(({ row }) => `${name}: ${row}`);
    }),
  );
  return traces.flat();
}

test('of an erased person no table keeps a word, but what others were told of', async () => {
  const { services } = world;
  const person = await world.user({
    paid: true,
    firstname: 'Канарейка',
    lastname: 'Зяблик',
    phone: '+79161112233',
    login: 'kanareika',
    description: 'Разводит зябликов',
  });
  const other = await world.user({ paid: true });
  const does = async <E extends AnyEndpoint>(who: Actor, endpoint: E, input: TestCall<E>) => {
    const { statusCode, body } = await world.call(who, endpoint, input);
    expect({ path: endpoint.path, statusCode }).toEqual({ path: endpoint.path, statusCode: 200 });
    return body;
  };
  const draft = { board_description: 'Как новая', board_price: 5000 };
  const theirs = (await does(person, adsApi.create, { body: { ...draft, board_title: 'Клетка зяблика' } })).board_id;
  const ad = (await does(other, adsApi.create, { body: { ...draft, board_title: 'Лодка' } })).board_id;
  await does(person, adOwnerApi.keepDraft, { body: { draft: { board_title: 'Корм для зяблика' } } });
  await does(other, favoritesApi.add, { body: { subscription_board_id: theirs } });
  await does(person, favoritesApi.add, { body: { subscription_board_id: ad } });
  await does(person, searchesApi.save, { body: { search: 'зяблики' } });
  const said = await does(person, commentsApi.add, { body: { board_id: ad, message: 'Меняю на зяблика', rating: 5 } });
  await does(person, commentsApi.edit, { body: { id: said.id, message: 'Торг?' } });
  await does(other, commentsApi.add, { body: { board_id: theirs, message: 'Зяблик в подарок?' } });
  await does(person, adOwnerApi.revealPhone, { params: { id: ad } });
  await does(other, adOwnerApi.revealPhone, { params: { id: theirs } });
  for (const [from, to] of [
    [person, other],
    [other, person],
  ] as const) {
    await does(from, subscriptionsApi.set, { body: { to_id: to.id, subscribe: 1 } });
    await does(from, complaintsApi.add, { body: { complain_id: to.id, message: 'Ругается' } });
  }
  await does(other, complaintsApi.add, { body: { board_id: theirs, message: 'Обман' } });
  await does(person, feedbackApi.add, { body: { message: 'Зяблику нравится' } });
  // Their letters and what was to be told have gone out meanwhile.
  await sql`delete from graphile_worker._private_jobs`.execute(services.db);

  const longAgo = new Date(services.clock().getTime() - 31 * 86_400_000);
  await services.db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', person.id).execute();
  await erasePeople.run(services, {});
  await foldSearchChanges(services.pool);
  expect(await findTraces(['зяблик', 'канарейк', '9161112233', 'kanareika'])).toEqual([]);
  const { rows } = await sql`select message from comments where user_id = ${person.id}`.execute(services.db);
  expect(rows).toEqual([{ message: 'Торг?' }]);
});

test('who signs in again while people are being erased keeps everything', async () => {
  const { services } = world;
  const person = await world.user({ paid: true });
  await world.call(person, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Как новая', board_price: 1 },
  });
  const longAgo = new Date(services.clock().getTime() - 31 * 86_400_000);
  await services.db.updateTable('users').set({ deleted_at: longAgo }).where('id', '=', person.id).execute();
  let erasing: Promise<void> | undefined;
  await services.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ deleted_at: null }).where('id', '=', person.id).execute();
    // Finds the person before this commits, and waits.
    erasing = erasePeople.run(services, {});
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(services.db);
        return rows.length;
      })
      .toBeGreaterThan(0);
  });
  await erasing;
  const ads = await services.db.selectFrom('ads').select('title').where('owner_id', '=', person.id).execute();
  expect(ads).toEqual([{ title: 'Лодка' }]);
});
