import { followsApi } from '@app/contract/market/follows';
import { circleApi } from '@app/contract/people/circle';
import { publicationsApi } from '@app/contract/publishing/publications';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoPublications } from './publications.public.ts';
import { publishPublication } from './publish-publication.ts';

let world: World;
let authors: Actor[];
let moment = Date.now() - 86_400_000;

beforeAll(async () => {
  world = await createWorld();
  authors = await Promise.all(Array.from({ length: 4 }, () => world.user({ paid: true })));
});
afterAll(() => world.close());

const feed = (who: Actor, query: object = {}) =>
  world.call(who, publicationsApi.feed, { params: { id: who.id }, query: query as never });
const mark = (who: Actor, cursor: string, seen: { first?: string; end?: 0 | 1 } = {}) =>
  world.call(who, publicationsApi.markFeed, { body: { mark: cursor, ...seen } });
const ids = (list: { publish_id: number }[]) => list.map(({ publish_id }) => publish_id);
const follow = (who: Actor, { id }: Actor, subscribe: 0 | 1 = 1) =>
  world.call(who, followsApi.set, { body: { to_id: id, subscribe } });

async function publish(who: Actor, change: object = {}): Promise<number> {
  moment += 1000;
  const row = { user_id: who.id, description: `В ${moment}`, file_ids: [], published_at: new Date(moment), ...change };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoPublications(tx, [row]));
  return id;
}

async function bringOutNow(who: Actor): Promise<number> {
  return world.services.db.transaction().execute(async (tx) => {
    const row = { user_id: who.id, description: 'Новое' };
    const { id } = await tx.insertInto('publications').values(row).returning('id').executeTakeFirstOrThrow();
    await publishPublication(world.services, tx, { ...row, id, audience: 'all' });
    return id;
  });
}

const at = (i: number): Actor => authors[i % authors.length] as Actor;

async function readerOf(...followed: Actor[]): Promise<Actor> {
  const reader = await world.user();
  for (const person of followed) await follow(reader, person);
  return reader;
}

describe('what stands in it', () => {
  test('people one follows and friends, newest first, nobody else and not oneself', async () => {
    const [followed, friend, stranger] = await Promise.all([world.user(), world.user(), world.user()]);
    const reader = await readerOf(followed);
    await world.call(reader, circleApi.request, { params: { id: friend.id } });
    await world.call(friend, circleApi.request, { params: { id: reader.id } });
    await follow(reader, friend);
    const a = await publish(followed);
    const b = await publish(friend, { audience: 'friends' });
    await publish(stranger);
    await publish(reader);
    await publish(followed, { audience: 'friends' });
    await publish(friend, { audience: 'me' });
    const c = await publish(friend);
    expect(ids((await feed(reader, { size: 50 })).body.list)).toEqual([c, b, a]);
    expect((await feed(reader)).body.list).toHaveLength(2);
    await follow(reader, followed, 0);
    expect(ids((await feed(reader, { size: 50 })).body.list)).toEqual([c, b]);
  });

  test('it is one’s own only', async () => {
    const reader = await world.user();
    const other = await world.call(reader, publicationsApi.feed, { params: { id: at(0).id } });
    expect(other).toMatchObject({ statusCode: 403, body: { code: 'forbidden' } });
  });

  test('muted people are quiet while they are muted, blocked ones are gone', async () => {
    const [loud, rude, other] = await Promise.all([world.user(), world.user(), world.user()]);
    const reader = await readerOf(loud, rude, other);
    const kept = await publish(other);
    const quiet = await publish(loud);
    await publish(rude);
    await world.call(reader, circleApi.mute, { params: { id: loud.id }, body: { seconds: 3600 } });
    await world.call(rude, circleApi.block, { params: { id: reader.id } });
    expect(ids((await feed(reader, { size: 50 })).body.list)).toEqual([kept]);
    await sql`update mutes set until = now() where user_id = ${reader.id}`.execute(world.services.db);
    expect(ids((await feed(reader, { size: 50 })).body.list)).toEqual([quiet, kept]);
  });
});

describe('where one stopped', () => {
  test('the feed reopens at the mark on any device and says how much is newer', async () => {
    const author = await world.user();
    const reader = await readerOf(author);
    const published: number[] = [];
    for (let i = 0; i < 6; i++) published.unshift(await publish(author));
    const first = (await feed(reader, { size: 6 })).body;
    expect(first).toMatchObject({ mark: null, newer: 0, next: null });
    const cursor = first.cursors[2] ?? '';
    expect((await mark(reader, cursor)).body).toEqual({ mark: cursor });
    const again = (await feed(reader, { from: 'mark', size: 2 })).body;
    expect(again).toMatchObject({ mark: cursor, newer: 2 });
    expect(ids(again.list)).toEqual(published.slice(2, 4));
    const fresh = await publish(author);
    expect((await feed(reader, { from: 'mark', size: 2 })).body.newer).toBe(3);
    const above = (await feed(reader, { before: cursor, size: 10 })).body;
    expect(ids(above.list)).toEqual([fresh, ...published.slice(0, 2)]);
    const part = (await feed(reader, { before: cursor, size: 2 })).body;
    expect(ids(part.list)).toEqual([fresh, published[0]]);
    const rest = (await feed(reader, { before: cursor, after: part.next, size: 2 })).body;
    expect(ids(rest.list)).toEqual([published[1]]);
    expect(rest.next).toBeNull();
  });

  test('the mark holds though what stood there is deleted', async () => {
    const author = await world.user();
    const reader = await readerOf(author);
    const [old, gone, fresh] = [await publish(author), await publish(author), await publish(author)];
    const { cursors } = (await feed(reader, { size: 3 })).body;
    await mark(reader, cursors[1] ?? '');
    await world.call(author, publicationsApi.remove, { body: { publish_id: gone } });
    const { body } = await feed(reader, { from: 'mark', size: 3 });
    expect(ids(body.list)).toEqual([fresh, old]);
    expect(body).toMatchObject({ newer: 0, border: cursors[1] });
    const [only] = (await feed(reader, { from: 'mark', size: 1 })).body.list;
    expect(only?.publish_id).toBe(old);
  });

  test('after everything was read the feed opens at the top, and at the border of what came since', async () => {
    const author = await world.user();
    const reader = await readerOf(author);
    const published: number[] = [];
    for (let i = 0; i < 5; i++) published.unshift(await publish(author));
    const { cursors } = (await feed(reader, { size: 5 })).body;
    await mark(reader, cursors[4] ?? '', { first: cursors[0], end: 1 });
    const opened = (await feed(reader, { from: 'mark' })).body;
    expect(opened).toMatchObject({ newer: 0, fresh: 0, border: null });
    expect(ids(opened.list)).toEqual(published.slice(0, 2));
    const fresh = [await publish(author), await publish(author), await publish(author)].reverse();
    const since = (await feed(reader, { from: 'mark' })).body;
    expect(since).toMatchObject({ newer: 3, fresh: 3, border: cursors[0] });
    expect(ids(since.list)).toEqual(published.slice(0, 2));
    const top = (await feed(reader, { size: 4 })).body;
    await mark(reader, top.cursors[1] ?? '', { first: top.cursors[0] });
    const halfway = (await feed(reader, { from: 'mark' })).body;
    expect(ids(halfway.list)).toEqual(fresh.slice(1));
    expect(halfway).toMatchObject({ newer: 1, fresh: 0, border: top.cursors[1] });
    await mark(reader, top.cursors[3] ?? '', { first: top.cursors[0] });
    const caughtUp = (await feed(reader, { from: 'mark' })).body;
    expect(caughtUp).toMatchObject({ newer: 0, border: null });
    expect(caughtUp).toEqual((await feed(reader)).body);
    for (const part of [{ page: 2 }, { before: top.cursors[3] }])
      expect((await feed(reader, { from: 'mark', ...part })).body).toEqual((await feed(reader, part)).body);
  });

  test('what stood at the last publication opens two, never the oldest alone', async () => {
    const author = await world.user();
    const reader = await readerOf(author);
    const published: number[] = [];
    for (let i = 0; i < 6; i++) published.unshift(await publish(author));
    const { cursors } = (await feed(reader, { size: 6 })).body;
    await mark(reader, cursors[5] ?? '', { first: cursors[0] });
    expect(ids((await feed(reader, { from: 'mark' })).body.list)).toEqual(published.slice(0, 2));
    const newest = await publish(author);
    const { body } = await feed(reader, { from: 'mark' });
    expect(ids(body.list)).toEqual(published.slice(0, 2));
    expect(body).toMatchObject({ newer: 1, fresh: 1 });
    expect(ids((await feed(reader, { size: 1 })).body.list)).toEqual([newest]);
  });

  test('what one device has seen is new on no other, also when an older place is saved later', async () => {
    const author = await world.user();
    const reader = await readerOf(author);
    for (let i = 0; i < 6; i++) await publish(author);
    const { cursors } = (await feed(reader, { size: 6 })).body;
    await mark(reader, cursors[0] ?? '', { first: cursors[0] });
    await mark(reader, cursors[3] ?? '', { first: cursors[3] });
    expect((await feed(reader, { from: 'mark' })).body).toMatchObject({ newer: 3, fresh: 0, border: cursors[3] });
    await publish(author);
    const other = (await feed(reader, { after: cursors[3], size: 1 })).body;
    expect(other).toMatchObject({ newer: 5, fresh: 1 });
  });
});

async function readAll(reader: Actor, size: number, between: () => Promise<void>): Promise<number[]> {
  const seen: number[] = [];
  let next: string | null | undefined;
  do {
    const { body } = await feed(reader, { size, ...(next && { after: next }) });
    seen.push(...ids(body.list));
    next = body.next;
    await between();
  } while (next !== null);
  return seen;
}

describe('reading on', () => {
  test('whatever is published and deleted meanwhile, nothing comes twice and nothing is left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.constantFrom('publish', 'delete', 'nothing'), { minLength: 3, maxLength: 12 }),
        async (size, happenings) => {
          const author = await world.user();
          const reader = await readerOf(author, at(0));
          const there: number[] = [];
          for (let i = 0; i < 9; i++) there.unshift(await publish(author));
          const deleted = new Set<number>();
          let step = 0;
          const seen = await readAll(reader, size, async () => {
            const happening = happenings[step++ % happenings.length];
            if (happening === 'publish') await bringOutNow(author);
            if (happening !== 'delete') return;
            const id = there[(step * 5) % there.length] ?? 0;
            deleted.add(id);
            await world.call(author, publicationsApi.remove, { body: { publish_id: id } });
          });
          expect(new Set(seen).size).toBe(seen.length);
          expect(there.filter((id) => !deleted.has(id) && !seen.includes(id))).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('people who publish at once come out one above the other, and whoever reads along misses none', async () => {
    const reader = await readerOf(...authors);
    let isOver = false;
    const seen: number[] = [];
    const watch = async () => {
      let top = '0.0';
      const look = async () => {
        const { list, cursors } = (await feed(reader, { before: top, size: 50 })).body;
        seen.push(...ids(list).reverse());
        top = cursors[0] ?? top;
      };
      while (!isOver) await look();
      await look();
    };
    const watching = watch();
    const born = await Promise.all(Array.from({ length: 40 }, (_, i) => bringOutNow(at(i))));
    isOver = true;
    await watching;
    expect(new Set(seen).size).toBe(seen.length);
    expect(born.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test('somebody who follows many reads the same as somebody who follows few', async () => {
    const crowd = await Promise.all(Array.from({ length: 3 }, () => world.user()));
    const few = await readerOf(...crowd);
    const many = await readerOf(...crowd);
    await sql`
      insert into users (login, email, firstname, lastname, password_hash, referral_code, status)
      select 'tolpa' || n, 'tolpa' || n || '@example.com', 'Проба', 'Пробин', 'x', 'T' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active'
      from generate_series(1, 510) n`.execute(world.services.db);
    await sql`insert into followers (follower_id, person_id) select ${many.id}, id from users where login like 'tolpa%'`.execute(
      world.services.db,
    );
    for (let i = 0; i < 8; i++) await publish(crowd[i % 3] as Actor);
    const read = async (who: Actor, size: number) => readAll(who, size, async () => {});
    for (const size of [1, 2, 3, 8]) {
      expect(await read(many, size)).toEqual(await read(few, size));
      expect((await read(few, size)).length).toBe(8);
    }
  });

  test('how many are newer is the same for somebody who follows many: also past thousands by others, and up to a hundred', async () => {
    const [author, stranger] = await Promise.all([world.user({ paid: true }), world.user()]);
    const [few, many] = [await readerOf(author), await readerOf(author)];
    await sql`
      insert into users (login, email, firstname, lastname, password_hash, referral_code, status)
      select 'gostj' || n, 'gostj' || n || '@example.com', 'Проба', 'Пробин', 'x', 'G' || translate(lpad(n::text, 7, '0'), '01', 'XY'), 'active'
      from generate_series(1, 510) n`.execute(world.services.db);
    await sql`insert into followers (follower_id, person_id) select ${many.id}, id from users where login like 'gostj%'`.execute(
      world.services.db,
    );
    const newerOf = async (query: object) =>
      (await Promise.all([few, many].map((who) => feed(who, query)))).map(({ body }) => body.newer);
    for (let i = 0; i < 4; i++) await publish(author);
    const { cursors } = (await feed(few, { size: 4 })).body;
    const below = { after: cursors[2], size: 1 };
    expect(await newerOf(below)).toEqual([3, 3]);
    moment += 10_000_000;
    await sql`
      insert into publications (user_id, description, audience, state, published_at, changed_at)
      select ${stranger.id}, 'Чужое', 'all', 'published', ${new Date(moment)}::timestamptz - n * interval '1 second', now()
      from generate_series(1, 4600) n`.execute(world.services.db);
    for (let i = 0; i < 2; i++) await publish(author);
    expect(await newerOf(below)).toEqual([5, 5]);
    for (let i = 0; i < 110; i++) await publish(author);
    expect(await newerOf(below)).toEqual([100, 100]);
    expect(await newerOf({ page: 3, size: 20 })).toEqual([40, 40]);
    expect(await newerOf({ ...below, counts: 0 })).toEqual([0, 0]);
  });
});
