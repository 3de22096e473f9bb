import { MEDIA_SOCKET_PATH } from '@app/contract/live/media-room';
import { verifyJoinToken } from '@app/media-node/join-token';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../test/free-port.ts';
import { MediaClient } from '../../../test/media/media-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen, startAnotherNode, type TestNode } from '../../../test/nodes.ts';
import { createWorld, type World } from '../../../test/world.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { MediaRoomEvent } from './media-rooms.public.ts';

let nodes: RunningMedia[];
let world: World;
let origin: string;
let apart: TestNode;
const clients: MediaClient[] = [];

beforeAll(async () => {
  nodes = await Promise.all([runMedia(), runMedia()]);
  world = await createWorld({ environment: { MEDIA_PORT: String(nodes[0]?.port), MEDIA_SECRET } });
  origin = await listen(world.app);
  const urls = nodes.map((node) => `ws://${node.origin}`);
  apart = await startAnotherNode(world, { config: { media: { ...world.services.config.media, urls } } });
});
afterAll(async () => {
  await apart.close();
  await world.close();
  await Promise.all(nodes.map((node) => node.close()));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function watch(services: Services): Promise<{ events: MediaRoomEvent[]; stop(): void }> {
  const events: MediaRoomEvent[] = [];
  const forget = services.mediaRooms.onEvent((event) => events.push(event));
  const leave = await services.mediaRooms.watch();
  return {
    events,
    stop() {
      forget();
      leave();
    },
  };
}

async function enter(services: Services, roomId: string, userId: number, base = 'ws://unused'): Promise<MediaClient> {
  const seat = await services.mediaRooms.createJoinToken({ id: roomId, kind: 'call' }, userId, 'publish');
  const client = new MediaClient(new URL(seat.url, base).href);
  clients.push(client);
  return client.join(seat.token, { sends: ['audio'], slots: 1 });
}

const happens = (events: readonly MediaRoomEvent[], event: MediaRoomEvent): Promise<void> =>
  vi.waitFor(() => expect(events).toContainEqual(event), { timeout: 20_000, interval: 20 });

test('a join token is for one person, one room and five minutes', async () => {
  const seat = await world.services.mediaRooms.createJoinToken({ id: 'abc', kind: 'call' }, 7, 'publish');
  expect(seat).toMatchObject({ engine: 'sfu', url: MEDIA_SOCKET_PATH });
  expect(verifyJoinToken(MEDIA_SECRET, seat.token, new Date())).toMatchObject({
    roomId: 'abc',
    kind: 'call',
    userId: 7,
    may: 'publish',
  });
  const left = new Date(seat.expires_at).getTime() - Date.now();
  expect(left).toBeGreaterThan(290_000);
  expect(left).toBeLessThanOrEqual(300_000);
});

test("the secret that was made on the first start is every node's", async () => {
  const { urls, port } = world.services.config.media;
  const config = { media: { urls, port } };
  const other = await startAnotherNode(world, { config });
  const another = await startAnotherNode(world, { config });
  const seats = await Promise.all(
    [other, another].map((node) => node.services.mediaRooms.createJoinToken({ id: 'abc', kind: 'call' }, 7, 'view')),
  );
  const signatures = seats.map(({ token }) => token.split('.').at(-1));
  expect(verifyJoinToken(MEDIA_SECRET, seats[0]?.token ?? '', new Date())).toBe('bad_token');
  if (seats[0]?.expires_at.slice(0, 19) === seats[1]?.expires_at.slice(0, 19))
    expect(signatures[0]).toBe(signatures[1]);
  await other.close();
  await another.close();
});

test("a browser enters through the site's own port, and the app hears who comes and goes", async () => {
  const { events, stop } = await watch(world.services);
  await expect.poll(() => world.services.mediaRooms.isUp()).toBe(true);
  const anna = await enter(world.services, 'here', 1, origin.replace('http', 'ws'));
  await happens(events, { type: 'person_connected', roomId: 'here', userId: 1 });
  const boris = await enter(world.services, 'here', 2, origin.replace('http', 'ws'));
  await happens(events, { type: 'person_connected', roomId: 'here', userId: 2 });

  world.services.mediaRooms.removeParticipant('here', 2);
  expect(await boris.hear('end')).toEqual({ type: 'end', reason: 'dropped' });
  await happens(events, { type: 'person_lost', roomId: 'here', userId: 2 });

  world.services.mediaRooms.end('here');
  expect(await anna.hear('end')).toEqual({ type: 'end', reason: 'ended' });
  await happens(events, { type: 'room_empty', roomId: 'here' });
  stop();
});

test('an app node that comes later knows who is in which room', async () => {
  const first = await watch(world.services);
  await expect.poll(() => world.services.mediaRooms.isUp()).toBe(true);
  await enter(world.services, 'known', 1, origin.replace('http', 'ws'));
  await happens(first.events, { type: 'person_connected', roomId: 'known', userId: 1 });
  first.stop();
  const second = await watch(world.services);
  await happens(second.events, { type: 'person_connected', roomId: 'known', userId: 1 });
  second.stop();
});

test('where no node answers, nothing is carried, and a page that tries is told at once', async () => {
  const port = await findFreePort();
  const lonely = await startAnotherNode(world, { config: { media: { port, secret: MEDIA_SECRET } } });
  const leave = await lonely.services.mediaRooms.watch();
  expect(lonely.services.mediaRooms.isUp()).toBe(false);
  const client = new MediaClient(`${lonely.origin.replace('http', 'ws')}${MEDIA_SOCKET_PATH}`);
  await client.until(() => client.closedWith !== undefined, 'the socket hangs');
  leave();
  await lonely.close();
});

test('a room with many people sends new rooms to the other node', async () => {
  const { mediaRooms } = apart.services;
  const { stop } = await watch(apart.services);
  await expect.poll(() => mediaRooms.isUp()).toBe(true);
  const { url: busy } = await mediaRooms.createJoinToken({ id: 'crowd', kind: 'stream' }, 1, 'view');
  for (let userId = 1; userId <= 24; userId += 1) {
    const seat = await mediaRooms.createJoinToken({ id: 'crowd', kind: 'stream' }, userId, 'view');
    const client = new MediaClient(seat.url);
    clients.push(client);
    await client.join(seat.token, { sends: [], slots: 1 });
  }
  const urlsOfNewRooms = async (): Promise<Set<string>> => {
    const rooms = Array.from({ length: 10 }, (_, room) => ({ id: `later${room}`, kind: 'call' as const }));
    return new Set(
      (await Promise.all(rooms.map((room) => mediaRooms.createJoinToken(room, 1, 'view')))).map(({ url }) => url),
    );
  };
  const other = nodes.map(({ url }) => url).filter((url) => url !== busy);
  await expect.poll(async () => [...(await urlsOfNewRooms())], { timeout: 20_000 }).toEqual(other);
  expect((await mediaRooms.createJoinToken({ id: 'crowd', kind: 'stream' }, 30, 'view')).url).toBe(busy);
  mediaRooms.end('crowd');
  stop();
});

test('with several nodes everybody of a room meets on one of them, and when it dies on another', async () => {
  const { mediaRooms } = apart.services;
  const { events, stop } = await watch(apart.services);
  const living = async (): Promise<Set<string>> => {
    const urls = new Set<string>();
    for (let room = 0; room < 30; room += 1) {
      urls.add((await mediaRooms.createJoinToken({ id: `some${room}`, kind: 'call' }, 1, 'view')).url);
    }
    return urls;
  };
  await expect.poll(async () => (await living()).size).toBe(2);
  const anna = await enter(apart.services, 'moving', 1);
  await enter(apart.services, 'moving', 2);
  await happens(events, { type: 'person_connected', roomId: 'moving', userId: 2 });
  const { url } = await mediaRooms.createJoinToken({ id: 'moving', kind: 'call' }, 1, 'publish');
  const node = nodes.find((each) => each.url === url);
  expect(anna.heard.findLast(({ type }) => type === 'people')).toMatchObject({ people: [{ user: 1 }, { user: 2 }] });

  process.kill(node?.process.pid ?? 0, 'SIGKILL');
  await happens(events, { type: 'node_lost', roomIds: expect.arrayContaining(['moving']) });
  const again = await enter(apart.services, 'moving', 1);
  const elsewhere = (await mediaRooms.createJoinToken({ id: 'moving', kind: 'call' }, 1, 'publish')).url;
  await happens(events, { type: 'person_connected', roomId: 'moving', userId: 1 });

  await vi.waitFor(async () => expect((await living()).size).toBe(2), { timeout: 20_000 });
  expect((await mediaRooms.createJoinToken({ id: 'moving', kind: 'call' }, 2, 'publish')).url).toBe(elsewhere);

  const late = new MediaClient(url === elsewhere ? 'ws://unused' : url);
  clients.push(late);
  await late.join(nodes[0]?.token({ roomId: 'moving', userId: 3 }) ?? '', { sends: ['audio'], slots: 1 });
  await vi.waitFor(() => expect([...again.heard, ...late.heard]).toContainEqual({ type: 'end', reason: 'moved' }), {
    timeout: 20_000,
    interval: 20,
  });
  stop();
});
