import { followsApi } from '@app/contract/market/follows';
import { circleApi } from '@app/contract/people/circle';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

const PEOPLE = 4;
const MOVES = ['request', 'accept', 'hide', 'remove', 'block', 'unblock', 'kith', 'follow'] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Step {
  who: number;
  whom: number;
  move: (typeof MOVES)[number];
}

const step: fc.Arbitrary<Step> = fc
  .record({
    who: fc.nat(PEOPLE - 1),
    whom: fc.nat(PEOPLE - 1),
    move: fc.constantFrom(...MOVES),
  })
  .filter(({ who, whom }) => who !== whom);

async function take(people: readonly Actor[], { who, whom, move }: Step): Promise<number> {
  const [actor, target] = [people[who], people[whom]];
  if (!actor || !target) throw new Error('nobody');
  const { id } = target;
  if (move === 'kith') return (await world.call(actor, circleApi.card, { body: { id, kith: 1 } })).statusCode;
  if (move === 'follow')
    return (await world.call(actor, followsApi.set, { body: { to_id: id, subscribe: 1 } })).statusCode;
  return (await world.call(actor, circleApi[move] as AnyEndpoint, { params: { id } })).statusCode;
}

async function findBroken(people: readonly Actor[]): Promise<Record<string, number>> {
  const ids = people.map(({ id }) => id);
  const among = sql`any(${ids}::bigint[])`;
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from friends f where f.user_id = ${among} and not exists (
        select from friends b where b.user_id = f.friend_id and b.friend_id = f.user_id and b.since = f.since)) as one_sided,
      (select count(*) from friends f join friend_requests r
        on (r.from_id, r.to_id) in ((f.user_id, f.friend_id), (f.friend_id, f.user_id))
        where f.user_id = ${among}) as asked_friends,
      (select count(*) from friend_requests r join friend_requests b on b.from_id = r.to_id and b.to_id = r.from_id
        where r.from_id = ${among}) as crossed,
      (select count(*) from blocks b join friends f
        on (f.user_id, f.friend_id) in ((b.user_id, b.blocked_id), (b.blocked_id, b.user_id))
        where b.user_id = ${among}) as blocked_friends,
      (select count(*) from blocks b join friend_requests r
        on (r.from_id, r.to_id) in ((b.user_id, b.blocked_id), (b.blocked_id, b.user_id))
        where b.user_id = ${among}) as blocked_requests,
      (select count(*) from blocks b join followers f
        on (f.follower_id, f.person_id) in ((b.user_id, b.blocked_id), (b.blocked_id, b.user_id))
        where b.user_id = ${among}) as blocked_followers`.execute(world.services.db);
  return rows[0] ?? {};
}

const WHOLE = {
  one_sided: 0,
  asked_friends: 0,
  crossed: 0,
  blocked_friends: 0,
  blocked_requests: 0,
  blocked_followers: 0,
};

async function expectCounted(people: readonly Actor[]): Promise<void> {
  for (const who of people) {
    const { body: counts } = await world.call(who, circleApi.counts);
    const totals = await Promise.all(
      [circleApi.friends, circleApi.relatives, circleApi.incoming].map(async (endpoint) => {
        const { body } = await world.call(who, endpoint);
        expect(body.list).toHaveLength(body.total);
        return body.total;
      }),
    );
    expect([counts.friends, counts.fams, counts.requests]).toEqual(totals);
  }
}

test('whatever several people do to each other, at once or in turn, the circle stays whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.user()));
      for (const round of rounds) {
        const codes = await Promise.all(round.map((one) => take(people, one)));
        expect(codes.filter((code) => code >= 500)).toEqual([]);
        expect(await findBroken(people)).toEqual(WHOLE);
      }
      await expectCounted(people);
    }),
    { numRuns: rounds(8, 25) },
  );
});
