import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, startAnotherNode, type TestNode } from '../../../test/nodes.ts';
import { type RedisPeer, startRedisPeer } from '../../../test/redis-peer.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import type { Tx } from '../database/tables.ts';
import { eraseUserData } from '../domain/user-data.ts';
import { sweepUserEvents } from './sweep-user-events.job.ts';
import { rotateUserEvents } from './user-events.queries.ts';
import { RESUMED_MAX } from './user-streams.ts';

const PATIENCE = { timeout: 15_000, interval: 30 };

let world: World;
let origin: string;
let second: TestNode;
let redis: RedisPeer;
let third: TestNode;
let fourth: TestNode;

beforeAll(async () => {
  world = await createWorld();
  redis = await startRedisPeer();
  origin = await listen(world.app);
  second = await startAnotherNode(world);
  third = await startAnotherNode(world, { config: { redisUrl: redis.url } });
  fourth = await startAnotherNode(world, { config: { redisUrl: redis.url } });
});

afterAll(async () => {
  for (const node of [second, third, fourth]) await node.close();
  await world.close();
  await redis.kill();
});

async function open(actor: Actor, at = origin, after?: number): Promise<SocketClient> {
  const socket = await openSocket(at, `/ws/notifications/${actor.id}/?after=${after ?? ''}`, { actor });
  await expect.poll(() => socket.received.some(({ type }) => type === 'unread')).toBe(true);
  return socket;
}

const tell = (node: Pick<TestNode, 'services'>, userId: number, n: number) =>
  node.services.db.transaction().execute((tx) => node.services.live.publishUserEvent(tx, userId, { type: 'test', n }));
const numbers = (socket: SocketClient) => socket.received.flatMap(({ type, n }) => (type === 'test' ? [n] : []));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i);

test('whoever comes back hears what was told meanwhile, in order, each once', async () => {
  const anna = await world.user();
  const first = await open(anna);
  for (const n of upTo(3)) await tell(world, anna.id, n);
  await expect.poll(() => numbers(first)).toEqual([1, 2, 3]);
  expect(first.received[0]).toEqual({ type: 'hello', seq: 0 });
  first.close();
  for (const n of upTo(4, 4)) await tell(second, anna.id, n);
  const again = await open(anna, second.origin, 3);
  expect(again.received).toEqual([
    { type: 'hello', seq: 7 },
    ...upTo(4, 4).map((n) => ({ type: 'test', n, seq: n })),
    { type: 'chat_counts', counts: { unread: 0, chats: 0, requests: 0 } },
    { type: 'unread', count: 0 },
  ]);
  const fresh = await open(anna);
  expect(fresh.received).toEqual([
    { type: 'hello', seq: 7 },
    { type: 'chat_counts', counts: { unread: 0, chats: 0, requests: 0 } },
    { type: 'unread', count: 0 },
  ]);
  for (const socket of [again, fresh]) socket.close();
});

test('whoever missed too much, what was swept, or never was, is told to read anew', async () => {
  const anna = await world.user();
  await world.services.db.transaction().execute((tx) =>
    world.services.live.publishUserEvents(
      tx,
      upTo(RESUMED_MAX + 1).map((n) => ({ userId: anna.id, event: { type: 'test', n } })),
    ),
  );
  const seq = RESUMED_MAX + 1;
  const whole = await open(anna, origin, 1);
  expect(numbers(whole)).toEqual(upTo(RESUMED_MAX, 2));
  const limited = [
    { type: 'hello', seq },
    { type: 'limited', seq },
    { type: 'chat_counts', counts: { unread: 0, chats: 0, requests: 0 } },
    { type: 'unread', count: 0 },
  ];
  expect((await open(anna, origin, 0)).received).toEqual(limited);
  expect((await open(anna, origin, seq + 5)).received).toEqual(limited);
  await sql`delete from user_events where user_id = ${anna.id} and seq <= 300`.execute(world.services.db);
  expect((await open(anna, origin, 299)).received).toEqual(limited);
  expect(numbers(await open(anna, origin, 300))).toEqual(upTo(RESUMED_MAX - 299, 301));
  for (const after of ['x', '-1', '1.5', '1e99', '']) {
    const socket = await openSocket(origin, `/ws/notifications/${anna.id}/?after=${after}&user_id=1`, { actor: anna });
    await expect.poll(() => socket.received.at(-1)).toEqual({ type: 'unread', count: 0 });
    expect(socket.received[0]).toEqual({ type: 'hello', seq });
    socket.close();
  }
});

test('what a transaction tells is heard when it commits, and leaves no hole when it does not', async () => {
  const anna = await world.user();
  const socket = await open(anna, second.origin);
  const { db, live } = world.services;
  const failing = db.transaction().execute(async (tx) => {
    await live.publishUserEvent(tx, anna.id, { type: 'test', n: -1 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.transaction().execute(async (tx) => {
    await live.publishUserEvent(tx, anna.id, { type: 'test', n: 1 });
    await sql`select pg_sleep(0.05)`.execute(tx);
    expect(numbers(socket)).toEqual([]);
    await live.publishUserEvent(tx, anna.id, { type: 'test', n: 2 });
  });
  await live.publishUserEvent(db, anna.id, { type: 'test', n: 3 });
  await expect.poll(() => numbers(socket)).toEqual([1, 2, 3]);
  expect(socket.received.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))).toEqual([0, 1, 2, 3]);
  socket.close();
});

test('fifty transactions at once that tell the same people in any order neither wait in a circle nor leave holes', async () => {
  const people = await Promise.all(upTo(6).map(() => world.user()));
  const ids = people.map(({ id }) => id);
  const sockets = await Promise.all(people.map((actor, i) => open(actor, i % 2 ? origin : second.origin)));
  const run = (i: number) => {
    const { db, live } = (i % 2 ? world : second).services;
    const order = i % 3 === 0 ? ids : ids.toReversed();
    return db.transaction().execute(async (tx: Tx) => {
      for (const userId of order) await live.publishUserEvent(tx, userId, { type: 'test', n: i });
    });
  };
  await Promise.all(upTo(50).map(run));
  for (const socket of sockets) {
    await expect.poll(() => numbers(socket).length, PATIENCE).toBe(50);
    expect(socket.received.flatMap(({ type, seq }) => (type === 'test' ? [seq] : []))).toEqual(upTo(50));
    expect(new Set(numbers(socket)).size).toBe(50);
    socket.close();
  }
});

test('an erasure under way does not delay events for the same people, and leaves none of the erased person', async () => {
  const [anna, gone] = [await world.user(), await world.user()];
  await tell(world, gone.id, 1);
  const { db, live } = world.services;
  const publishToBoth = (tx: Tx) =>
    live.publishUserEvents(
      tx,
      [anna, gone].map(({ id: userId }) => ({ userId, event: { type: 'test', n: 2 } })),
    );
  await db.transaction().execute(async (tx) => {
    await eraseUserData(world.services, tx, gone.id);
    await publishToBoth(tx);
    await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '5s'`.execute(other);
      await publishToBoth(other);
    });
  });
  const { rows } = await sql<{ user_id: number }>`
    select user_id from user_events where user_id = any(${[anna.id, gone.id]})`.execute(db);
  expect(rows).toEqual([{ user_id: anna.id }, { user_id: anna.id }]);
});

test('an event that tells a state is made last, so that transactions side by side tell it in the order of their commits', async () => {
  const anna = await world.user();
  const socket = await open(anna);
  const { db, live } = world.services;
  await Promise.all(
    upTo(50).map(() =>
      db.transaction().execute(async (tx) => {
        await sql`insert into last_seen (user_id, at) values (nextval('users_id_seq') + 1000000, now())`.execute(tx);
        await live.publishUserEvent(tx, anna.id, async () => {
          const { rows } = await sql<{
            n: number;
          }>`select count(*) as n from last_seen where user_id > 1000000`.execute(tx);
          return { type: 'test', n: rows[0]?.n };
        });
      }),
    ),
  );
  await expect.poll(() => numbers(socket)).toEqual(upTo(50));
  socket.close();
});

test('an event too large for a notification of the database is heard all the same, one too large for a page never', async () => {
  const anna = await world.user();
  const [here, there] = [await open(anna), await open(anna, second.origin)];
  const filling = 'ж'.repeat(5000);
  const { db, live } = world.services;
  await live.publishUserEvent(db, anna.id, { type: 'test', n: 1, filling });
  await live.publishUserEvent(db, anna.id, { type: 'test', n: 2 });
  for (const socket of [here, there]) {
    await expect.poll(() => numbers(socket)).toEqual([1, 2]);
    expect(socket.received.find(({ n }) => n === 1)?.filling).toBe(filling);
    socket.close();
  }
  await expect(live.publishUserEvent(db, anna.id, { type: 'test', filling: 'x'.repeat(20_000) })).rejects.toThrow(
    'too large',
  );
});

test('what past a node went, it finds in the database', async () => {
  const anna = await world.user();
  const socket = await open(anna);
  // Simulates a node that dies between its commit and its message to the others.
  await sql`insert into event_counters (user_id, seq) values (${anna.id}, 2)`.execute(world.services.db);
  await sql`insert into user_events (user_id, seq, event) values
    (${anna.id}, 1, '{"type":"test","n":1}'), (${anna.id}, 2, '{"type":"test","n":2}')`.execute(world.services.db);
  await expect.poll(() => numbers(socket), PATIENCE).toEqual([1, 2]);
  await sql`update event_counters set seq = 3 where user_id = ${anna.id}`.execute(world.services.db);
  await sql`insert into user_events values (${anna.id}, 3, '{"type":"test","n":3}')`.execute(world.services.db);
  await tell(second, anna.id, 4);
  await expect.poll(() => numbers(socket)).toEqual([1, 2, 3, 4]);
  socket.close();
});

test('nodes tell each other through Redis, and their events arrive in order', async () => {
  const anna = await world.user();
  const [here, there] = [await open(anna, third.origin), await open(anna, fourth.origin)];
  expect(redis.listeners()).toBe(2);
  for (const n of upTo(200)) await tell(n % 2 ? third : fourth, anna.id, n);
  for (const socket of [here, there]) await expect.poll(() => numbers(socket), PATIENCE).toEqual(upTo(200));
  third.services.live.publish(`user:${anna.id}`, { type: 'test', n: 'hint' });
  for (const socket of [here, there]) {
    await expect.poll(() => numbers(socket).at(-1)).toBe('hint');
    socket.close();
  }
});

test('when Redis is lost nothing is, and when it is back nothing is told twice', async () => {
  const anna = await world.user();
  const [here, there] = [await open(anna, third.origin), await open(anna, fourth.origin)];
  await tell(third, anna.id, 1);
  await redis.kill();
  for (const n of upTo(20, 2)) await tell(third, anna.id, n);
  await expect.poll(() => numbers(here)).toEqual(upTo(21));
  await expect.poll(() => numbers(there), PATIENCE).toEqual(upTo(21));
  const late = await open(anna, fourth.origin, 5);
  expect(numbers(late)).toEqual(upTo(16, 6));
  await redis.revive();
  await expect.poll(() => redis.listeners(), PATIENCE).toBe(2);
  for (const n of upTo(20, 22)) await tell(fourth, anna.id, n);
  for (const socket of [here, there]) {
    await expect.poll(() => numbers(socket), PATIENCE).toEqual(upTo(41));
    expect(socket.isOpen()).toBe(true);
    socket.close();
  }
  late.close();
});

test('a node that starts while Redis is away takes people in', async () => {
  const anna = await world.user();
  await redis.kill();
  const node = await startAnotherNode(world, { config: { redisUrl: redis.url } });
  const socket = await open(anna, node.origin);
  await tell(world, anna.id, 1);
  await expect.poll(() => numbers(socket), PATIENCE).toEqual([1]);
  await redis.revive();
  await node.close();
  expect((await socket.closed).code).toBe(1012);
});

test('what was told more than thirty days ago is deleted', async () => {
  const anna = await world.user();
  for (const n of upTo(3)) await tell(world, anna.id, n);
  await sql`
    update user_events set created_at = now() - interval '31 days' where user_id = ${anna.id} and seq < 3`.execute(
    world.services.db,
  );
  await sweepUserEvents.run(world.services, {});
  const { rows } = await sql<{ seq: number }>`
    select seq from user_events where user_id = ${anna.id}`.execute(world.services.db);
  expect(rows).toEqual([{ seq: 3 }]);
});

test('weeks that ended are dropped, coming ones are there, and what has no week is deleted by its age', async () => {
  const { db } = world.services;
  const [anna, ivan] = [await world.user(), await world.user()];
  const weeks = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'user_events'::regclass order by 1`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  };
  const stored = async (): Promise<{ seq: number; part: string }[]> => {
    const { rows } = await sql<{ seq: number; part: string }>`
      select seq, tableoid::regclass::text as part from user_events where user_id = ${anna.id} order by seq`.execute(
      db,
    );
    return rows;
  };
  for (const n of upTo(2)) await tell(world, anna.id, n);
  await tell(world, ivan.id, 1);
  const [present] = await stored();
  expect(present?.part).toMatch(/^user_events_\d{8}$/);
  await sql`update user_events set created_at = now() - interval '40 days' where user_id = ${anna.id} and seq = 1`.execute(
    db,
  );
  expect((await stored()).map(({ part }) => part)).toEqual(['user_events_default', present?.part]);

  await sweepUserEvents.run({ db, clock: () => new Date() }, {});
  expect((await stored()).map(({ seq }) => seq)).toEqual([2]);
  expect((await weeks()).length).toBeGreaterThanOrEqual(6);

  await rotateUserEvents(db, new Date(Date.now() + 8 * 86_400_000));
  expect(await stored()).toEqual([]);
  expect(await weeks()).not.toContain(present?.part);
  // The dropped week comes back with the next run, and a node that tells something meanwhile loses nothing.
  await tell(world, anna.id, 3);
  expect((await stored()).map(({ part }) => part)).toEqual(['user_events_default']);
  await rotateUserEvents(db, new Date(Date.now() - 86_400_000));
  expect((await stored()).map(({ seq }) => seq)).toEqual([3]);
});
