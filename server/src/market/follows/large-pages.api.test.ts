import { followsApi, LARGE_PAGE_FOLLOWERS } from '@app/contract/market/follows';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { usersApi } from '@app/contract/people/users';
import { staffApi } from '@app/contract/staff/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { countLargePage } from './count-large-page.job.ts';
import { recountLargePages } from './recount-large-pages.job.ts';

let world: World;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'] });
  await sql`
    insert into users (login, email, firstname, lastname, password_hash, referral_code, status)
    select 'crowd' || n, 'crowd' || n || '@example.com', 'Читатель', 'Читателев', 'x',
      'L' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active'
    from generate_series(1, ${LARGE_PAGE_FOLLOWERS}) n`.execute(world.services.db);
});
afterAll(() => world.close());

/** A person whom the whole crowd follows, except the given number of people. */
async function followedBut(missing: number): Promise<Actor> {
  const person = await world.user();
  await sql`
    insert into followers (follower_id, person_id)
    select id, ${person.id} from users where login like 'crowd%' order by id limit ${LARGE_PAGE_FOLLOWERS - missing}`.execute(
    world.services.db,
  );
  return person;
}

async function countQueued(person: Actor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs
    where task_identifier = 'count-large-page' and key = ${`count-large-page:${person.id}`}`.execute(world.services.db);
  return rows[0]?.count ?? 0;
}

const set = (who: Actor, to_id: number, subscribe: 0 | 1) =>
  world.call(who, followsApi.set, { body: { to_id, subscribe } });
const count = (person: Actor) => countLargePage.run(world.services, { person_id: person.id });
const bellsOf = async (who: Actor) =>
  (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list.filter(
    ({ kind }) => kind === 'large_page',
  );
const listLarge = async (who: Actor) =>
  (await world.call(who, usersApi.list, { query: { state: 'large', size: 100 } })).body;
const isMarked = async (who: Actor, person: Actor) =>
  (await world.call(who, staffApi.account, { params: { id: person.id } })).body.user.large_page;

test('exactly ten thousand followers are not more than ten thousand', async () => {
  const person = await followedBut(1);
  await set(await world.user(), person.id, 1);
  expect(await countQueued(person)).toBe(1);
  await count(person);
  expect(await bellsOf(person)).toEqual([]);
  expect(await isMarked(manager, person)).toBe(0);
});

test('one more makes the page large: its owner is told once, and staff find and see it', async () => {
  const person = await followedBut(1);
  const [one, other] = [await world.user(), await world.user()];
  await set(one, person.id, 1);
  await set(other, person.id, 1);
  await count(person);
  expect(await bellsOf(person)).toMatchObject([
    { title: 'Больше 10 000 подписчиков', link: '/large-pages', body: expect.stringContaining('№ 303-ФЗ') },
  ]);
  expect(await isMarked(manager, person)).toBe(1);
  expect((await listLarge(manager)).list).toMatchObject([{ id: person.id, large_page: 1 }]);

  await set(one, person.id, 0);
  await recountLargePages.run(world.services, {});
  expect(await isMarked(manager, person)).toBe(0);
  expect((await listLarge(manager)).list).toEqual([]);
  await set(one, person.id, 1);
  await Promise.all([count(person), count(person)]);
  expect(await isMarked(manager, person)).toBe(1);
  expect(await bellsOf(person)).toHaveLength(1);
});

test('two who count at once tell the owner once', async () => {
  const person = await followedBut(0);
  await set(await world.user(), person.id, 1);
  await Promise.all([count(person), count(person), count(person)]);
  expect(await bellsOf(person)).toHaveLength(1);
});

test('followers who are suspended do not count, and a page that is large already is not counted at every follow', async () => {
  const person = await followedBut(0);
  const follower = await world.user();
  await set(follower, person.id, 1);
  await count(person);
  await sql`delete from graphile_worker._private_jobs where key = ${`count-large-page:${person.id}`}`.execute(
    world.services.db,
  );
  await set(await world.user(), person.id, 1);
  expect(await countQueued(person)).toBe(0);
  await sql`update users set status = 'suspended' where id in (${follower.id}, (select min(id) from users where login like 'crowd%'))`.execute(
    world.services.db,
  );
  await recountLargePages.run(world.services, {});
  expect(await isMarked(manager, person)).toBe(0);
});

test('only staff see the mark and filter by it, and an erased account leaves nothing', async () => {
  const person = await followedBut(0);
  const reader = await world.user();
  await set(reader, person.id, 1);
  await sql`update users set status = 'active' where login like 'crowd%'`.execute(world.services.db);
  await count(person);
  for (const who of [null, reader, person])
    expect((await world.call(who, usersApi.get, { params: { id: person.id } })).body).not.toHaveProperty('large_page');
  expect((await world.call(null, usersApi.list, { query: { state: 'large' } })).statusCode).toBe(401);
  const found = (await world.call(reader, usersApi.list, { query: { state: 'large', search: 'Пробин', size: 5 } }))
    .body;
  expect(found.list.length).toBeGreaterThan(0);
  expect(found.list.every((user) => !('large_page' in user))).toBe(true);
  await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, person.id));
  const { rows } = await sql`select 1 from large_pages where person_id = ${person.id}`.execute(world.services.db);
  expect(rows).toEqual([]);
});
