import type { AddressInfo } from 'node:net';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { createRandom } from '../../demo/random.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { type Notice, notifyAll } from './notifications.public.ts';

const READERS = 4;
const ACTORS = 12;
const OPERATIONS = rounds(80, 10_000);
const AT_ONCE = 8;

let world: World;
let origin: string;

beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

async function openBell(actor: Actor): Promise<SocketClient> {
  const socket = await openSocket(origin, `/ws/notifications/${actor.id}/?after=`, { actor });
  await expect.poll(() => shownCount(socket)).toBeDefined();
  return socket;
}

function shownCount({ received: heard }: SocketClient): unknown {
  return heard.findLast(({ type }) => type === 'unread')?.count;
}

const hasFailed = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer && Number(answer.statusCode) >= 500;

async function counts(actor: Actor): Promise<{ fresh: number; rows: number }> {
  const { body } = await world.call(actor, notificationsApi.list, { query: { size: 50, mark: 0 } });
  const unread = await world.call(actor, notificationsApi.unread);
  let rows = 0;
  for (let page = 1; (page - 1) * 50 < body.total; page++) {
    const { list } = (await world.call(actor, notificationsApi.list, { query: { size: 50, page, mark: 0 } })).body;
    rows += list.filter(({ read }) => read === 0).length;
  }
  return { fresh: unread.body.count, rows };
}

test('what is read on one device goes from the badge of another by itself', async () => {
  const anna = await world.user();
  const [phone, desktop] = [await openBell(anna), await openBell(anna)];
  await world.services.db
    .transaction()
    .execute((tx) =>
      notifyAll(tx, world.services, [
        { userId: anna.id, kind: 'ad_published', link: '/ad/1', values: { title: 'Лодка' } },
      ]),
    );
  await expect.poll(() => [shownCount(phone), shownCount(desktop)]).toEqual([1, 1]);
  const [notification] = desktop.received.filter(({ type }) => type === 'notification');

  await world.call(anna, notificationsApi.markRead, { params: { id: Number(notification?.id) } });
  await expect.poll(() => [shownCount(phone), shownCount(desktop)]).toEqual([0, 0]);
  for (const socket of [phone, desktop]) socket.close();
});

test(`after ${OPERATIONS} operations of all kinds, pages show what the server counts`, {
  timeout: 240_000,
}, async () => {
  const { next: random } = createRandom(20261121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const readers = await Promise.all(Array.from({ length: READERS }, () => world.user()));
  let actors = await Promise.all(Array.from({ length: ACTORS }, () => world.user()));
  const sockets = await Promise.all(readers.map(openBell));
  const tx = <T>(
    run: (tx: Parameters<Parameters<ReturnType<typeof world.services.db.transaction>['execute']>[0]>[0]) => Promise<T>,
  ) => world.services.db.transaction().execute(run);

  const notice = (reader: Actor, actor: Actor): Notice => {
    const to = { userId: reader.id, actorId: actor.id };
    return pick<Notice>([
      { ...to, kind: 'comment', boardId: undefined, link: '/ad/1', values: { title: 'Лодка' } },
      { ...to, kind: 'friend_request', link: '/circle', values: {} },
      { ...to, kind: 'like', link: `/feed/${Math.floor(random() * 3)}`, values: { what: 'publication' } },
      { ...to, kind: 'missed_call', link: '/', values: {}, dedupe: `call:${Math.floor(random() * 40)}` },
      { userId: reader.id, kind: 'ad_published', link: '/ad/1', values: { title: 'Лодка' } },
    ]);
  };
  const newestOf = async (reader: Actor): Promise<number[]> => {
    const { list } = (await world.call(reader, notificationsApi.list, { query: { mark: 0 } })).body;
    return list.map(({ id }) => id);
  };
  const operations: readonly [weight: number, run: () => Promise<unknown>][] = [
    [
      60,
      () =>
        tx((t) =>
          notifyAll(
            t,
            world.services,
            readers.map((reader) => notice(reader, pick(actors))),
          ),
        ),
    ],
    [
      20,
      async () => {
        const reader = pick(readers);
        const ids = await newestOf(reader);
        if (ids.length > 0) await world.call(reader, notificationsApi.markRead, { params: { id: pick(ids) } });
      },
    ],
    [6, () => world.call(pick(readers), notificationsApi.list)],
    [4, () => world.call(pick(readers), notificationsApi.markAllRead, { body: {} })],
    [4, () => world.call(pick(readers), circleApi.block, { params: { id: pick(actors).id } })],
    [4, () => world.call(pick(readers), circleApi.unblock, { params: { id: pick(actors).id } })],
    [
      1,
      async () => {
        const gone = pick(actors);
        const fresh = await world.user();
        actors = actors.map((actor) => (actor === gone ? fresh : actor));
        await tx((t) => eraseUserData(world.services, t, gone.id));
      },
    ],
  ];
  const wheel = operations.flatMap(([weight, run]) => Array<typeof run>(weight).fill(run));

  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => pick(wheel)()));
    expect(answers.filter(hasFailed)).toEqual([]);
    if (done % (OPERATIONS / 10) !== 0) continue;
    // A page that comes back now reads the same as one that has been listening all the time.
    const reader = pick(readers);
    const { fresh, rows } = await counts(reader);
    expect(rows).toBe(fresh);
    await expect.poll(() => shownCount(sockets[readers.indexOf(reader)] as SocketClient)).toBe(fresh);
  }
  for (const [index, reader] of readers.entries()) {
    const { fresh, rows } = await counts(reader);
    expect(rows).toBe(fresh);
    await expect.poll(() => shownCount(sockets[index] as SocketClient)).toBe(fresh);
    const again = await openBell(reader);
    await expect.poll(() => shownCount(again)).toBe(fresh);
    again.close();
  }
  for (const socket of sockets) socket.close();
});
