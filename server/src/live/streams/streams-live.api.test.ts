import { streamsApi } from '@app/contract/live/streams';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MediaClient } from '../../../test/media/media-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../../../test/media/media-process.ts';
import { listen, startAnotherNode, type TestNode } from '../../../test/nodes.ts';
import { openSocket } from '../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { changeStream } from './change-stream.ts';

let media: RunningMedia;
let world: World;
let origin: string;
let second: TestNode;
let stopWatching: () => void;
let anna: Actor;
let maria: Actor;
let id: number;

beforeAll(async () => {
  media = await runMedia();
  world = await createWorld({ environment: { MEDIA_PORT: String(media.port), MEDIA_SECRET } });
  origin = await listen(world.app);
  second = await startAnotherNode(world);
  stopWatching = await world.services.mediaRooms.watch();
});
beforeEach(async () => {
  [anna, maria] = await Promise.all([world.user(), world.user()]);
  id = await begin();
});
afterAll(async () => {
  stopWatching();
  await second.close();
  await world.close();
  await media.close();
});

const POLL = { timeout: 20_000, interval: 50 };

async function begin(audience = 'all'): Promise<number> {
  const { body } = await world.call(anna, streamsApi.add, {
    body: { theme: 'Прямо сейчас', audience: audience as 'all' },
  });
  return body.stream_id;
}

async function watch(actor: Actor | null, at = origin, streamId = id) {
  const socket = await openSocket(at, `/ws/streams/${streamId}/`, { actor });
  await expect.poll(() => socket.received.length, POLL).toBeGreaterThan(1);
  const hears = (type: string, more: object) =>
    expect.poll(() => socket.received.filter((event) => event.type === type).at(-1), POLL).toMatchObject(more);
  return { ...socket, hears };
}

const stateOf = async (): Promise<string | undefined> =>
  (await world.call(anna, streamsApi.get, { body: { stream_id: id } })).body.stream?.state;

async function send(): Promise<MediaClient> {
  const { body } = await world.call(anna, streamsApi.createJoinToken, { params: { id } });
  const client = new MediaClient(new URL(body.seat?.url ?? '', origin.replace('http', 'ws')).href);
  return client.join(body.seat?.token ?? '', { sends: ['audio'], slots: 0 });
}

test('whoever watches hears at once how it stands, then what is written, shown and changed, on every node', async () => {
  const pages = [await watch(maria), await watch(anna, second.origin), await watch(null, second.origin)];
  for (const page of pages) expect(page.received[0]).toMatchObject({ type: 'state', state: 'waiting', is_active: 1 });
  await changeStream(world.services, id, { type: 'connected' });
  const said = await world.call(maria, streamsApi.sendMessage, { params: { id }, body: { message: 'Видно!' } });
  await world.call(maria, streamsApi.react, { params: { id }, body: { kind: 'clap', count: 3 } });
  await world.call(anna, streamsApi.pin, { params: { id }, body: { board_ids: [] } });
  await world.call(anna, streamsApi.edit, { body: { stream_id: id, slow_seconds: 5 } });
  for (const [i, page] of pages.entries()) {
    await page.hears('state', { state: 'live' });
    await page.hears('chat', { message: 'Видно!', mine: i === 0 ? 1 : 0, host: 0 });
    await page.hears('reactions', { counts: { clap: 3 } });
    await page.hears('pins', { board_ids: [] });
    await page.hears('slow', { seconds: 5 });
  }
  await world.call(anna, streamsApi.mute, { params: { id }, body: { user_id: maria.id, muted: 1 } });
  await world.call(anna, streamsApi.deleteMessage, { params: { id, message_id: said.body.id } });
  await pages[0]?.hears('muted', { user_id: maria.id, muted: 1 });
  await pages[1]?.hears('muted', { user_id: maria.id, muted: 1 });
  for (const page of pages) await page.hears('chat_deleted', { id: said.body.id });
  expect(pages[2]?.received.some(({ type }) => type === 'muted')).toBe(false);
  await world.call(anna, streamsApi.edit, { body: { stream_id: id } });
  for (const page of pages) {
    await page.hears('state', { state: 'ended', is_active: 0 });
    page.close();
  }
});

test('people and guests are counted over all nodes, each once and the publisher never, and go again', async () => {
  const [twice, again] = [await watch(maria), await watch(maria)];
  const [guest, own] = [await watch(null, second.origin), await watch(anna)];
  await own.hears('viewers', { count: 2 });
  await guest.hears('viewers', { count: 2 });
  const list = await world.call(null, streamsApi.get, { body: { stream_id: id } });
  expect(list.body.stream).toMatchObject({ viewers: 2, viewers_max: 2 });
  guest.close();
  twice.close();
  await own.hears('viewers', { count: 1 });
  again.close();
  await own.hears('viewers', { count: 0 });
  own.close();
  const { rows } = await sql`select from stream_watchers where stream_id = ${id}`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('nobody watches what is not for them, and whoever is shut out is closed', async () => {
  const closed = { code: 4403 };
  const own = await begin('me');
  expect(await (await openSocket(origin, `/ws/streams/${own}/`, { actor: maria })).closed).toMatchObject(closed);
  const guest = await openSocket(origin, `/ws/streams/${own}/`, { actor: null });
  expect(await guest.closed).toMatchObject({ code: 4401 });
  expect(await (await openSocket(origin, '/ws/streams/5/', { actor: maria })).closed).toMatchObject(closed);
  id = await begin();
  const pages = [await watch(maria), await watch(null)];
  await world.call(anna, streamsApi.edit, { body: { stream_id: id, audience: 'friends' } });
  for (const page of pages) expect(await page.closed).toMatchObject(closed);
  await world.call(anna, streamsApi.edit, { body: { stream_id: id, audience: 'all' } });
  const page = await watch(maria);
  await world.call(anna, circleApi.block, { params: { id: maria.id } });
  expect(await page.closed).toMatchObject(closed);
});

test('live as long as its publisher sends: lost with them or with the media node, live again with them, then over', async () => {
  const page = await watch(maria);
  const first = await send();
  await page.hears('state', { state: 'live', lost_until: null });
  first.close();
  await page.hears('state', { state: 'lost', is_active: 1, lost_until: expect.any(String) });
  await send();
  await page.hears('state', { state: 'live' });
  const { pid } = media.process;
  if (pid === undefined) throw new Error('no media node runs');
  process.kill(pid, 'SIGKILL');
  await page.hears('state', { state: 'lost' });
  await expect.poll(() => world.services.mediaRooms.isUp(), POLL).toBe(true);
  const last = await send();
  await page.hears('state', { state: 'live' });
  await world.call(anna, streamsApi.edit, { body: { stream_id: id } });
  expect(await last.hear('end')).toEqual({ type: 'end', reason: 'ended' });
  await page.hears('state', { state: 'ended' });
  page.close();
});

test('what nobody heard is found: a publisher who came while no app node was there', { tags: ['long'] }, async () => {
  const { body } = await world.call(anna, streamsApi.createJoinToken, { params: { id } });
  stopWatching();
  const client = new MediaClient(media.url);
  await client.join(body.seat?.token ?? '', { sends: ['audio'], slots: 0 });
  expect(await stateOf()).toBe('waiting');
  stopWatching = await world.services.mediaRooms.watch();
  await expect.poll(stateOf, POLL).toBe('live');
  client.close();
  await expect.poll(stateOf, POLL).toBe('lost');
});
