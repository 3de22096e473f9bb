import { circleApi } from '@app/contract/people/circle';
import { AUDIENCES, CONTACT_AUDIENCES } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import {
  type ContactAction,
  findBlocked,
  findMutedOrBlocked,
  findMuters,
  findRelationships,
  isBlockedBetween,
  isInAudience,
  isWithinContactAudience,
  mayContact,
  visibleTo,
} from '../relationships/relationships.public.ts';
import { insertDemoCircle } from './demo-circle.public.ts';

let world: World;
let owner: Actor;
const viewers: Record<string, Actor | null> = {};

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.services;
  owner = await world.user();
  const kinds = ['stranger', 'friend', 'relative', 'admirer', 'asking', 'asked', 'former', 'blockedOne', 'blocker'];
  for (const kind of kinds) viewers[kind] = await world.user();
  viewers.manager = await world.user({ groups: ['manager'] });
  viewers.superuser = await world.user({ is_superuser: true });
  viewers.owner = owner;
  viewers.guest = null;
  const id = (kind: string) => viewers[kind]?.id ?? 0;
  const at = new Date();
  await db.transaction().execute((tx) =>
    insertDemoCircle(tx, {
      friendships: ['friend', 'relative', 'admirer', 'former', 'blockedOne', 'blocker'].map((kind) => ({
        between: [owner.id, id(kind)],
        since: at,
      })),
      relatives: [
        { userId: owner.id, friendId: id('relative') },
        { userId: owner.id, friendId: id('blockedOne') },
        { userId: id('admirer'), friendId: owner.id },
      ],
      requests: [
        { from: id('asking'), to: owner.id, at },
        { from: owner.id, to: id('asked'), at },
      ],
    }),
  );
  const params = (of: number) => ({ params: { id: of } });
  await world.call(owner, circleApi.remove, params(id('former')));
  await world.call(owner, circleApi.block, params(id('blockedOne')));
  await world.call(viewers.blocker ?? null, circleApi.block, params(owner.id));
});
afterAll(() => world.close());

const viewerOf = (kind: string): Viewer =>
  ({
    userId: viewers[kind]?.id ?? null,
    isStaff: ['manager', 'superuser'].includes(kind),
    isSuperuser: kind === 'superuser',
    lang: 'ru',
  }) as Viewer;

describe.each([
  ['guest', ['all']],
  ['stranger', ['all']],
  ['friend', ['all', 'friends']],
  ['relative', ['all', 'friends', 'fams']],
  ['admirer', ['all', 'friends']],
  ['asking', ['all']],
  ['asked', ['all']],
  ['former', ['all']],
  ['blockedOne', []],
  ['blocker', []],
  ['manager', ['all']],
  ['superuser', ['all']],
  ['owner', ['all', 'friends', 'fams', 'me']],
])('what a %s sees', (kind, seen) => {
  test.each(AUDIENCES)('of what is for %s', async (audience) => {
    const { db } = world.services;
    const isSeen = (seen as readonly string[]).includes(audience);
    expect(await isInAudience(db, viewerOf(kind), owner.id, audience)).toBe(isSeen);
    const { rows } = await sql<{ owner_id: number }>`
      select thing.owner_id from (values (${owner.id}::bigint, ${audience}::text)) thing (owner_id, audience)
      where ${visibleTo(viewerOf(kind), sql`thing.owner_id`, sql`thing.audience`)}`.execute(db);
    expect(rows).toHaveLength(isSeen ? 1 : 0);
  });
});

describe.each([
  ['stranger', ['all']],
  ['friend', ['all', 'circle']],
  ['relative', ['all', 'circle']],
  ['asking', ['all']],
  ['asked', ['all']],
  ['former', ['all']],
  ['blockedOne', []],
  ['blocker', []],
  ['manager', ['all']],
  ['owner', []],
])('what a %s may do', (kind, within) => {
  test.each(CONTACT_AUDIENCES)('where %s may', async (reach) => {
    const { db } = world.services;
    const may = (within as readonly string[]).includes(reach);
    const actor = viewers[kind]?.id ?? 0;
    const columns = { may_write: reach, may_call: reach, may_comment: reach, see_phone: reach };
    await db.updateTable('users').set(columns).where('id', '=', owner.id).execute();
    for (const deed of ['write', 'call', 'comment', 'phone'] as const satisfies readonly ContactAction[])
      expect([deed, await mayContact(db, actor, owner.id, deed)]).toEqual([deed, may]);
    const mayAsk = (within as readonly string[]).includes('all');
    expect(await mayContact(db, actor, owner.id, 'request')).toBe(mayAsk);
    const bond = (await findRelationships(db, viewerOf(kind), [owner.id])).get(owner.id);
    if (bond !== undefined) expect(isWithinContactAudience(reach, bond)).toBe(may);
  });
});

test('people who left or were never activated are out of reach', async () => {
  const { db } = world.services;
  const [gone, newcomer] = [await world.user(), await world.user()];
  await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(db);
  await sql`update users set status = 'registered' where id = ${newcomer.id}`.execute(db);
  for (const { id } of [gone, newcomer]) expect(await mayContact(db, owner.id, id, 'write')).toBe(false);
  expect(await mayContact(db, owner.id, 999_999_999, 'write')).toBe(false);
});

test('bonds of any number of people are told at once, of guests none', async () => {
  const { db } = world.services;
  const ids = Object.values(viewers).flatMap((who) => (who === null ? [] : [who.id]));
  const bonds = await findRelationships(db, viewerOf('owner'), [...ids, ...ids, 999_999_999]);
  expect(bonds.has(owner.id)).toBe(false);
  const told = (kind: string) => bonds.get(viewers[kind]?.id ?? 0);
  expect(told('stranger')).toEqual({
    friendship: '',
    direction: null,
    isRelative: false,
    isBlocked: false,
    hasBlocked: false,
    mutedUntil: null,
    mutual: 0,
  });
  expect(told('relative')).toMatchObject({ friendship: 'friend', direction: null, isRelative: true });
  expect(told('admirer')).toMatchObject({ friendship: 'friend', isRelative: false });
  expect(told('asking')).toMatchObject({ friendship: 'request', direction: 'in' });
  expect(told('asked')).toMatchObject({ friendship: 'request', direction: 'out' });
  expect(told('blockedOne')).toMatchObject({ friendship: '', isBlocked: true, hasBlocked: false });
  expect(told('blocker')).toMatchObject({ friendship: '', isBlocked: false, hasBlocked: true });
  expect(await findRelationships(db, viewerOf('guest'), ids)).toEqual(new Map());
  expect(await findRelationships(db, viewerOf('owner'), [])).toEqual(new Map());
});

test('friends in common are counted for each person', async () => {
  const { db } = world.services;
  const [me, one, two, three, far] = await Promise.all(Array.from({ length: 5 }, () => world.user()));
  if (!me || !one || !two || !three || !far) return;
  const pairs = [
    [me, one],
    [me, two],
    [three, one],
    [three, two],
    [two, one],
  ] as const;
  const friendships = pairs.map(([a, b]) => ({ between: [a.id, b.id] as const, since: new Date() }));
  await db.transaction().execute((tx) => insertDemoCircle(tx, { friendships }));
  const bonds = await findRelationships(db, { userId: me.id } as Viewer, [one.id, two.id, three.id, far.id]);
  expect([one, two, three, far].map(({ id }) => bonds.get(id)?.mutual)).toEqual([1, 1, 2, 0]);
});

test('who is silenced: those who muted a person, and those with a block of either side', async () => {
  const { db } = world.services;
  const [muter, tired] = [await world.user(), await world.user()];
  for (const who of [muter, tired]) await world.call(who, circleApi.mute, { params: { id: owner.id }, body: {} });
  await sql`update mutes set until = now() - interval '1 second' where user_id = ${tired.id}`.execute(db);
  const id = (kind: string) => viewers[kind]?.id ?? 0;
  const ids = [muter.id, tired.id, id('blockedOne'), id('blocker'), id('friend')];
  expect(await findMuters(db, owner.id, ids)).toEqual(new Set([muter.id]));
  expect(await findBlocked(db, owner.id, ids)).toEqual(new Set([id('blockedOne'), id('blocker')]));
  expect(await findMutedOrBlocked(db, owner.id, ids)).toEqual(new Set([muter.id, id('blockedOne'), id('blocker')]));
  expect(await findMutedOrBlocked(db, owner.id, [])).toEqual(new Set());
  expect(await isBlockedBetween(db, owner.id, id('blocker'))).toBe(true);
  expect(await isBlockedBetween(db, id('blocker'), owner.id)).toBe(true);
  expect(await isBlockedBetween(db, owner.id, id('friend'))).toBe(false);
});
