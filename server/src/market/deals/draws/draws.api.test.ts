import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { DRAW_ENTRIES_MAX, drawsApi } from '@app/contract/market/draws';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { drawDue } from './draw-due.job.ts';
import { drawnNumber, sha256 } from './drawn-number.ts';

let world: World;
let owner: Actor;
let people: Actor[];
let ad: number;
let title: string;
let made = 0;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.user({ paid: true });
  people = await Promise.all([1, 2, 3, 4].map(() => world.user()));
});
beforeEach(async () => {
  ad = await give();
});
afterAll(() => world.close());

async function give(fields: object = {}): Promise<number> {
  made += 1;
  title = `Диван ${made}`;
  const body = { board_title: title, board_description: 'Самовывоз', board_price: '', board_kind: 'give' as const };
  return (await world.call(owner, adsApi.create, { body: { ...body, ...fields } })).body.board_id;
}
const params = () => ({ params: { id: ad } });
const join = (who: Actor) => world.call(who, drawsApi.join, params());
const leave = (who: Actor) => world.call(who, drawsApi.leave, params());
const start = (who = owner) => world.call(who, drawsApi.draw, params());
const read = async (who: Actor | null = owner) => (await world.call(who, drawsApi.get, params())).body;
const person = (number: number | undefined): Actor => people[(number ?? 0) - 1] ?? owner;

async function joinAll(): Promise<void> {
  for (const who of people) await join(who);
}

/** The accepted deals of the ad. */
async function dealsOf(): Promise<{ id: number; buyer_id: number; price: number }[]> {
  const { rows } = await sql<{ id: number; buyer_id: number; price: number }>`
    select d.id, d.buyer_id, o.price_roubles as price from deals d join deal_offers o on o.deal_id = d.id
    where d.ad_id = ${ad} and d.state = 'accepted' and o.state = 'accepted'`.execute(world.services.db);
  return rows;
}

async function toldOf(who: Actor): Promise<string[]> {
  const { list } = (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body;
  return list.map(({ text }) => text).filter((text) => text.includes(title));
}

test('the hash comes first, the seed with the draw, and anybody finds the same number', async () => {
  expect(await read()).toMatchObject({ state: 'none', seed_hash: null, count: 0 });
  await joinAll();
  const before = await read(null);
  expect(before).toMatchObject({ state: 'open', count: 4, seed: null, numbers: [], drawn: [] });
  const { body: after } = await start();
  expect(after).toMatchObject({ state: 'drawn', seed_hash: before.seed_hash, numbers: [1, 2, 3, 4] });
  expect(sha256(after.seed ?? '')).toBe(before.seed_hash);
  expect(after.drawn).toEqual([drawnNumber(after.seed ?? '', 1, after.numbers)]);
  expect(await read(null)).toMatchObject({ seed: after.seed, drawn: after.drawn, winner: null, mine: null });
});

test('the winner gets an agreed deal about nothing to pay, and everybody is told', async () => {
  await joinAll();
  const { body } = await start();
  const winner = person(body.drawn[0]);
  expect(await dealsOf()).toMatchObject([{ buyer_id: winner.id, price: 0 }]);
  expect(body.winner).toMatchObject({ id: winner.id });
  expect((await world.call(owner, adsApi.get, params())).body.board_state).toBe('reserved');
  expect(await toldOf(winner)).toEqual([expect.stringContaining('Жребий выпал вам')]);
  expect(await toldOf(owner)).toHaveLength(1);
  for (const who of people.filter((one) => one !== winner))
    expect(await toldOf(who)).toEqual([expect.stringContaining(`выпал номер ${body.drawn[0]}`)]);
});

test('a person asks once, not for an own thing, not in a block, and takes it back', async () => {
  const [anna, ivan, other] = people as [Actor, Actor, Actor];
  expect((await Promise.all([join(anna), join(anna), join(anna)])).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200,
  ]);
  expect(await read(anna)).toMatchObject({ count: 1, mine: 1, may_join: 0 });
  expect((await join(owner)).statusCode).toBe(403);
  await world.call(owner, circleApi.block, { params: { id: other.id } });
  expect((await join(other)).body).toMatchObject({ code: 'blocked' });
  await world.call(owner, circleApi.unblock, { params: { id: other.id } });
  await leave(anna);
  expect(await read(anna)).toMatchObject({ count: 0, mine: null, may_join: 1 });
  expect((await join(ivan)).body).toMatchObject({ count: 1, mine: 2 });
});

test('only who is shown the ad may ask, and only while it is given away', async () => {
  ad = await give({ board_audience: 'friends' });
  expect((await join(person(1))).statusCode).toBe(404);
  expect((await world.call(null, drawsApi.get, params())).statusCode).toBe(404);
  ad = await give();
  await world.call(owner, adsApi.edit, { body: { board_id: ad, board_kind: 'sell' } });
  expect((await join(person(1))).body).toMatchObject({ code: 'ad_not_open' });
});

test('only the owner draws, and not from nobody', async () => {
  expect((await start()).body).toMatchObject({ code: 'draw_empty' });
  await join(person(1));
  expect((await start(person(1))).statusCode).toBe(403);
  expect((await world.call(person(1), drawsApi.schedule, { ...params(), body: { at: null } })).statusCode).toBe(403);
  expect((await start()).statusCode).toBe(200);
});

test('of draws at once there is one, and nobody joins a draw that is made', async () => {
  await joinAll();
  const late = await world.user();
  const results = await Promise.all([start(), join(late), start(), start()]);
  expect(new Set([results[0], results[2], results[3]].map(({ body }) => JSON.stringify(body.drawn))).size).toBe(1);
  const { numbers, drawn, count } = await read();
  expect(drawn).toHaveLength(1);
  expect(count).toBe(numbers.length);
  expect(results[1].statusCode === 200 ? numbers.includes(5) : numbers.length === 4).toBe(true);
  expect(await dealsOf()).toHaveLength(1);
  expect((await join(await world.user())).body).toMatchObject({ code: 'draw_over' });
});

test('after a refusal the next value draws among the rest, until nobody is left', async () => {
  await joinAll();
  await start();
  const order: number[] = [];
  for (let round = 1; round <= 4; round++) {
    const { drawn, seed, numbers } = await read();
    expect(drawn).toHaveLength(round);
    const left = numbers.filter((number) => !order.includes(number));
    const number = drawnNumber(seed ?? '', round, left);
    expect(drawn.at(-1)).toBe(number);
    order.push(number);
    const [deal] = await dealsOf();
    expect(deal?.buyer_id).toBe(person(number).id);
    await world.call(person(number), dealsApi.cancel, { params: { id: deal?.id ?? 0 } });
  }
  expect(await read()).toMatchObject({ state: 'none', count: 0 });
  expect(await dealsOf()).toEqual([]);
  expect((await join(person(1))).body).toMatchObject({ state: 'open', mine: 1 });
});

test('the owner who cancels draws again by hand; who left or was blocked is passed over', async () => {
  await joinAll();
  const first = (await start()).body.drawn[0] ?? 0;
  const others = [1, 2, 3, 4].filter((number) => number !== first);
  const [gone = 0, blocked = 0, last = 0] = others;
  await leave(person(gone));
  await world.call(owner, circleApi.block, { params: { id: person(blocked).id } });
  const [deal] = await dealsOf();
  await world.call(owner, dealsApi.cancel, { params: { id: deal?.id ?? 0 } });
  expect(await read()).toMatchObject({ drawn: [first], may_draw: 1, winner: null });
  const { drawn } = (await start()).body;
  expect(drawn.at(-1)).toBe(last);
  expect(await dealsOf()).toMatchObject([{ buyer_id: person(last).id }]);
  await world.call(owner, circleApi.unblock, { params: { id: person(blocked).id } });
});

test('a draw is made by itself at its time', async () => {
  const now = world.services.clock().getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const schedule = (time: string | null) => world.call(owner, drawsApi.schedule, { ...params(), body: { at: time } });
  expect((await schedule(at(1))).body).toMatchObject({ code: 'draw_empty' });
  await joinAll();
  expect((await schedule(at(-1))).statusCode).toBe(400);
  expect((await schedule(at(24 * 31))).statusCode).toBe(400);
  expect((await schedule(at(1))).body.at).toBe(at(1));
  await drawDue.run(world.services, {});
  expect((await read()).state).toBe('open');
  await sql`update ad_draws set draw_at = ${new Date(now - 1000)} where ad_id = ${ad}`.execute(world.services.db);
  await Promise.all([drawDue.run(world.services, {}), drawDue.run(world.services, {})]);
  expect(await read()).toMatchObject({ state: 'drawn', drawn: [expect.any(Number)], at: null });
  expect(await dealsOf()).toHaveLength(1);
});

test('a draw has room for so many', async () => {
  const [first, late] = people as [Actor, Actor];
  await join(first);
  await world.services.db.transaction().execute(async (tx) => {
    // The people behind the entries do not matter here.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into ad_draw_entries (ad_id, user_id, number, created_at)
      select ${ad}, 1000000000 + n, n, now() from generate_series(2, ${DRAW_ENTRIES_MAX}::int) n`.execute(tx);
  });
  expect((await join(late)).body).toMatchObject({ code: 'draw_full' });
  expect((await join(first)).body).toMatchObject({ mine: 1, count: DRAW_ENTRIES_MAX });
  await sql`delete from ad_draw_entries where ad_id = ${ad}`.execute(world.services.db);
});
