import { adMapApi } from '@app/contract/market/ad-map';
import { adSearchApi } from '@app/contract/market/ad-search';
import { adsApi } from '@app/contract/market/ads';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { FRIENDS_OF_FRIENDS, findCircleOf } from './circle-ads.ts';

let world: World;
let me: Actor;
let friend: Actor;
let discreet: Actor;
const ads = new Map<number, string>();

beforeAll(async () => {
  world = await createWorld();
  const person = () => world.user({ paid: true });
  [me, friend, discreet] = [await person(), await person(), await person()];
  const [second, blocked, behind, stranger] = [await person(), await person(), await person(), await person()];
  for (const [one, other] of [
    [me, friend],
    [me, discreet],
    [friend, discreet],
    [friend, second],
    [friend, blocked],
    [discreet, behind],
  ] as const)
    await befriend(one, other);
  await world.call(discreet, privacyApi.set, { body: { friends: 'nobody' } });
  await world.call(blocked, circleApi.block, { params: { id: me.id } });
  for (const [who, title] of [
    [me, 'свой'],
    [friend, 'друга'],
    [second, 'друга друга'],
    [blocked, 'заблокировавшего'],
    [behind, 'за скрытым кругом'],
    [stranger, 'чужой'],
  ] as const) {
    const body = { board_title: `Самовар ${title}`, board_description: 'Медный', board_price: 900 };
    ads.set((await world.call(who, adsApi.create, { body })).body.board_id, title);
  }
});
afterAll(() => world.close());

async function befriend(one: Actor, other: Actor): Promise<void> {
  await world.services.pool.query(
    'insert into friends (user_id, friend_id, since) values ($1, $2, now()), ($2, $1, now())',
    [one.id, other.id],
  );
}
const listFor = (who: Actor | null, query: object) => world.call(who, adsApi.listEnabled, { query });
const found = async (query: object) =>
  (await listFor(me, query)).body.boards.map(({ board_id }) => ads.get(board_id)).sort();

test('the ads of friends of friends are found by themselves and beside those of friends', async () => {
  for (const search of [undefined, 'самовар']) {
    expect(await found({ friends_of_friends: 1, search })).toEqual(['друга друга']);
    expect(await found({ friends_of_friends: 1, circle: 1, search })).toEqual(['друга', 'друга друга']);
    expect(await found({ circle: 1, search })).toEqual(['друга']);
  }
  const { body } = await world.call(me, adSearchApi.facets, { query: { friends_of_friends: 1 } });
  expect(body.total).toBe(1);
});

test('who has none finds nothing, and is told what to leave out', async () => {
  const loner = await world.user();
  const { body } = await listFor(loner, { friends_of_friends: 1, search: 'самовар' });
  expect(body).toMatchObject({ total: 0, boards: [] });
  expect(body.relax).toContainEqual({ filter: 'friends_of_friends', total: 6 });
});

test('guests are refused', async () => {
  const query = { friends_of_friends: 1 as const };
  for (const search of [undefined, 'самовар'])
    expect((await listFor(null, { ...query, search })).body.code).toBe('unauthorized');
  expect((await world.call(null, adSearchApi.facets, { query })).body.code).toBe('unauthorized');
  const area = { north: 60, south: 50, west: 30, east: 60, zoom: 5 };
  expect((await world.call(null, adMapApi.show, { query: { ...query, ...area } as never })).body.code).toBe(
    'unauthorized',
  );
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

test('of a large circle a bounded part is looked through, by indexes alone', async () => {
  const { pool } = world.services;
  const hub = await world.user();
  // 250 friends with 11 others each, and one of them with 250 more.
  await pool.query(
    `with people as (
      insert into users (login, email, firstname, lastname, referral_code, password_hash, status)
      select 'hub' || n, 'hub' || n || '@example.com', 'И', 'Ф', translate('H' || lpad(n::text, 4, '0'), '01', 'AB'), '', 'active'
      from generate_series(1, 3250) n returning id
    ), numbered as (select id, row_number() over (order by id) as n from people),
    pairs as (
      select $1::bigint as one, id as other from numbered where n <= 250
      union all
      select mine.id, theirs.id from numbered mine join numbered theirs on theirs.n % 250 = mine.n % 250
        and theirs.n between 251 and 3000
      where mine.n <= 250
      union all
      select mine.id, theirs.id from numbered mine join numbered theirs on theirs.n > 3000 where mine.n = 250
    )
    insert into friends (user_id, friend_id, since)
    select one, other, now() from pairs union all select other, one, now() from pairs`,
    [hub.id],
  );
  await pool.query('vacuum analyze friends');
  await pool.query('vacuum analyze users');
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, timing off, format json) ${FRIENDS_OF_FRIENDS}`,
    [hub.id],
  );
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as PlanNode);
  const ofFriends = nodes.filter((node) => node['Relation Name'] === 'friends');
  expect(ofFriends.length).toBeGreaterThan(1);
  expect(ofFriends.filter((node) => node['Node Type'].startsWith('Seq'))).toEqual([]);
  const touched = ofFriends.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
  // 200 of the friends, 12 of each and 200 of the last one, whose mean PostgreSQL 17 rounds to 13; and the friends, who are left out.
  expect(touched).toBeLessThanOrEqual(200 + 200 * 13 + 250);
  const { friendsOfFriends } = await findCircleOf(pool, hub.id, { friends: false, friendsOfFriends: true });
  expect(friendsOfFriends).toHaveLength(2000);
});
