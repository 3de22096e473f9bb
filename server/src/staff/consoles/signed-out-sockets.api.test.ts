import { staffApi } from '@app/contract/staff/staff';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, startAnotherNode, type TestNode } from '../../../test/nodes.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let origins: string[];
let second: TestNode;
let boss: Actor;

beforeAll(async () => {
  world = await createWorld();
  second = await startAnotherNode(world);
  origins = [await listen(world.app), second.origin];
  boss = await world.user({ is_superuser: true });
});

afterAll(async () => {
  await second.close();
  await world.close();
});

async function openEverywhere(actor: Actor) {
  const { sessions, db } = world.services;
  const elsewhere = {
    ...actor,
    token: await sessions.create(db, actor.id, { ip: '127.0.0.1', userAgent: 'test' }),
  };
  const sockets = await Promise.all(
    [actor, elsewhere].flatMap((one) =>
      origins.map((origin) => openSocket(origin, `/ws/notifications/${actor.id}/?after=`, { actor: one })),
    ),
  );
  await expect.poll(() => sockets.every(({ received: heard }) => heard.length > 2)).toBe(true);
  return sockets;
}

const endsOf = async (sockets: Awaited<ReturnType<typeof openEverywhere>>) =>
  (await Promise.all(sockets.map(({ closed }) => closed))).map(({ code }) => code);
const OVER = [4401, 4401, 4401, 4401];

test('whose role is taken is gone from every node at once, in all their sessions, and nobody else is', async () => {
  const [manager, colleague] = await Promise.all([
    world.user({ groups: ['manager'] }),
    world.user({ groups: ['manager'] }),
  ]);
  const [sockets, others] = [await openEverywhere(manager), await openEverywhere(colleague)];
  const taken = await world.call(boss, staffApi.setRole, { params: { id: manager.id }, body: { role: null } });
  expect(taken.statusCode).toBe(200);
  expect(await endsOf(sockets)).toEqual(OVER);
  const again = await openSocket(second.origin, `/ws/notifications/${manager.id}/?after=`, { actor: manager });
  expect((await again.closed).code).toBe(4401);
  expect(others.every((socket) => socket.isOpen())).toBe(true);
  for (const socket of others) socket.close();
});

test('whose single permission is taken has to sign in anew, without it', async () => {
  const manager = await world.user({ groups: ['manager'] });
  const give = (permissions: 'audit.read'[]) =>
    world.call(boss, staffApi.setRole, { params: { id: manager.id }, body: { role: 'manager', permissions } });
  expect((await give(['audit.read'])).body.own_permissions).toEqual(['audit.read']);
  const sockets = await openEverywhere(manager);
  expect((await give([])).statusCode).toBe(200);
  expect(await endsOf(sockets)).toEqual(OVER);
});

test.each([
  ['with a reason', { reason: 'Рассылка', days: 3 }],
  ['without one', {}],
])('who is suspended %s is gone from every node at once', async (_, more) => {
  const person = await world.user();
  const sockets = await openEverywhere(person);
  const answer = await world.call(boss, staffApi.suspend, { body: { ids: [person.id], ...more } });
  expect(answer.body).toEqual({ done: [person.id], left: [] });
  expect(await endsOf(sockets)).toEqual(OVER);
});
