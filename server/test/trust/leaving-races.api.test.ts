import { adsApi } from '@app/contract/market/ads';
import { followsApi } from '@app/contract/market/follows';
import { authApi } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import { commentsApi } from '@app/contract/publishing/comments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePeople } from '../../src/people/auth/erase-people.job.ts';
import { rounds } from '../rounds.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../world.ts';

const DAY_MS = 86_400_000;
const OTHERS = 12;

const now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

async function doAll(other: Actor, { id }: Actor, adId: number, turn: number): Promise<number[]> {
  const params = { id };
  const deeds = [
    () => world.call(other, circleApi.request, { params }),
    () => world.call(other, circleApi.accept, { params }),
    () => world.call(other, circleApi.remove, { params }),
    () => world.call(other, circleApi.block, { params }),
    () => world.call(other, circleApi.unblock, { params }),
    () => world.call(other, circleApi.mute, { params, body: {} }),
    () => world.call(other, followsApi.set, { body: { to_id: id, subscribe: 1 } }),
    () => world.call(other, commentsApi.add, { body: { board_id: adId, message: 'Ещё есть?', rating: 5 } }),
  ];
  const answers = await Promise.all(deeds.map((_, i) => deeds[(i + turn) % deeds.length]?.()));
  return answers.map((answer) => answer?.statusCode ?? 0);
}

async function makeScene(): Promise<{ person: Actor; others: Actor[]; adId: number }> {
  const person = await world.user({ paid: true });
  const others = await Promise.all(Array.from({ length: OTHERS }, () => world.user()));
  const body = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };
  const { board_id } = (await world.call(person, adsApi.create, { body })).body;
  await Promise.all(
    others.map(async (other, i) => {
      if (i % 2 === 0) await world.call(person, circleApi.request, { params: { id: other.id } });
      else await world.call(other, circleApi.request, { params: { id: person.id } });
      if (i % 3 === 0)
        await world.call(i % 2 === 0 ? other : person, circleApi.accept, {
          params: { id: i % 2 === 0 ? person.id : other.id },
        });
    }),
  );
  return { person, others, adId: board_id };
}

/** Friendships that lack one of their two rows, and all friendships of the user. */
async function readTies({ id }: Actor): Promise<{ friends: number; lonely: number; requests: number }> {
  const { rows } = await sql<{ friends: number; lonely: number; requests: number }>`
    select count(*) filter (where ${id} in (f.user_id, f.friend_id)) as friends,
      count(*) filter (where ${id} in (f.user_id, f.friend_id) and not exists (
        select from friends o where o.user_id = f.friend_id and o.friend_id = f.user_id)) as lonely,
      (select count(*) from friend_requests r where ${id} in (r.from_id, r.to_id)) as requests
    from friends f`.execute(world.services.db);
  return rows[0] ?? { friends: 0, lonely: 0, requests: 0 };
}

test('whatever others do while a person is erased, nobody knows them afterwards and nothing breaks', async () => {
  for (let round = 0; round < rounds(1, 3); round++) {
    const { person, others, adId } = await makeScene();
    await world.services.db
      .updateTable('users')
      .set({ deleted_at: new Date(now - 31 * DAY_MS) })
      .where('id', '=', person.id)
      .execute();
    const [statuses] = await Promise.all([
      Promise.all(others.map((other, i) => doAll(other, person, adId, i))),
      ...Array.from({ length: 3 }, () => erasePeople.run(world.services, {})),
    ]);
    expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
    expect(await readTies(person)).toEqual({ friends: 0, lonely: 0, requests: 0 });
  }
});

test('whatever others do while a person leaves and comes back, friendships have two sides', async () => {
  for (let round = 0; round < rounds(1, 3); round++) {
    const { person, others, adId } = await makeScene();
    const leave = world.call(person, usersApi.remove, {
      params: { id: person.id },
      body: { current_password: PASSWORD },
    });
    const signIn = () => world.call(null, authApi.login, { body: { login: person.login, password: PASSWORD } });
    const [left, , statuses] = await Promise.all([
      leave,
      Promise.all([signIn(), signIn()]),
      Promise.all(others.map((other, i) => doAll(other, person, adId, i))),
    ]);
    expect(left.statusCode).toBe(200);
    expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
    expect((await signIn()).statusCode).toBe(200);
    expect(await readTies(person)).toMatchObject({ lonely: 0 });
    const { rows } = await sql`select from friends where friend_id = ${person.id} and is_hidden`.execute(
      world.services.db,
    );
    expect(rows).toEqual([]);
    expect((await world.call(null, adsApi.get, { params: { id: adId } })).statusCode).toBe(200);
  }
});
