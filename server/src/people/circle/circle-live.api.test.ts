import type { AddressInfo } from 'node:net';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let origin: string;

beforeAll(async () => {
  world = await createWorld();
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
afterAll(() => world.close());

const openPage = (actor: Actor) => openSocket(origin, `/ws/notifications/${actor.id}/?after=`, { actor });
const told = ({ received: heard }: SocketClient) =>
  heard.flatMap(({ type, requests, person_id }) => (type === 'circle' ? [{ requests, person_id }] : []));
const notices = ({ received: heard }: SocketClient) =>
  heard.flatMap(({ type, kind }) => (type === 'notification' ? [kind] : []));

test('two browsers side by side hear of the request, of its answer and of the end', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  const [annas, igors, igorsPhone] = [await openPage(anna), await openPage(igor), await openPage(igor)];
  const does = (who: Actor, what: 'request' | 'accept' | 'remove' | 'hide' | 'block', { id }: Actor) =>
    world.call(who, circleApi[what], { params: { id } });

  await does(anna, 'request', igor);
  for (const page of [igors, igorsPhone])
    await expect.poll(() => told(page)).toEqual([{ requests: 1, person_id: anna.id }]);
  await expect.poll(() => told(annas)).toEqual([{ requests: 0, person_id: igor.id }]);
  await expect.poll(() => notices(igors)).toEqual(['friend_request']);

  await does(igor, 'accept', anna);
  for (const page of [igors, igorsPhone])
    await expect.poll(() => told(page).at(-1)).toEqual({ requests: 0, person_id: anna.id });
  await expect.poll(() => notices(annas)).toEqual(['friend_accept']);

  await does(anna, 'remove', igor);
  await expect.poll(() => told(igors)).toHaveLength(3);
  await does(igor, 'block', anna);
  await does(igor, 'block', anna);
  await expect.poll(() => told(annas)).toHaveLength(3);
  for (const page of [annas, igors, igorsPhone]) page.close();
});

test('whose request was put away hears nothing of it: only the pages of whoever did it do', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await world.call(anna, circleApi.request, { params: { id: igor.id } });
  const [annas, igors] = [await openPage(anna), await openPage(igor)];
  await world.call(igor, circleApi.hideByPost, { params: { id: anna.id } });
  await expect.poll(() => told(igors)).toEqual([{ requests: 0, person_id: anna.id }]);
  await world.call(anna, circleApi.remove, { params: { id: igor.id } });
  await expect.poll(() => told(annas)).toEqual([{ requests: 0, person_id: igor.id }]);
  for (const page of [annas, igors]) page.close();
});

test('the filter of those online finds friends who are connected and show it, page by page', async () => {
  const anna = await world.user();
  const [here, hiding, away, stranger] = [
    await world.user(),
    await world.user(),
    await world.user(),
    await world.user(),
  ];
  const friends = [here, hiding, away];
  for (const friend of friends) {
    await world.call(anna, circleApi.request, { params: { id: friend.id } });
    await world.call(friend, circleApi.accept, { params: { id: anna.id } });
  }
  await world.call(hiding, privacyApi.set, { body: { online: 'nobody' } });
  await world.call(here, privacyApi.set, { body: { online: 'circle' } });
  const online = async (query: object = {}) =>
    (await world.call(anna, circleApi.friends, { query: { online: 1, ...query } })).body;
  expect(await online()).toEqual({ list: [], total: 0, next: null });
  const pages = await Promise.all([here, hiding, stranger].map(openPage));
  await expect.poll(async () => (await online()).total, { timeout: 10_000 }).toBe(1);
  expect((await online()).list).toMatchObject([{ id: here.id, online: 1 }]);
  await world.call(anna, circleApi.card, { body: { id: here.id, kith: 1 } });
  expect((await world.call(anna, circleApi.relatives, { query: { online: 1 } })).body.total).toBe(1);
  expect((await world.call(anna, circleApi.friends, { query: { online: 0 } })).body.total).toBe(3);
  expect((await world.call(anna, circleApi.friends, { query: { online: 5 as never } })).statusCode).toBe(400);
  await world.call(hiding, privacyApi.set, { body: { online: 'all' } });
  await expect.poll(async () => (await online()).total, { timeout: 10_000 }).toBe(2);
  const first = await online({ size: 1 });
  expect(first.list).toHaveLength(1);
  const second = await online({ size: 1, after: first.next });
  expect(new Set([...first.list, ...second.list].map(({ id }) => id))).toEqual(new Set([here.id, hiding.id]));
  for (const page of pages) page.close();
});
