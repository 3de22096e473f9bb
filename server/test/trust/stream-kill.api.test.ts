// @module-tag long
import { once } from 'node:events';
import { STREAM_LOST_SECONDS, streamsApi } from '@app/contract/live/streams';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireStreams } from '../../src/live/streams/expire-streams.job.ts';
import { MediaClient } from '../media/media-client.ts';
import { MEDIA_SECRET, type RunningMedia, runMedia } from '../media/media-process.ts';
import { listen } from '../nodes.ts';
import { openSocket } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

const POLL = { timeout: 60_000, interval: 100 };

let media: RunningMedia;
let environment: Record<string, string>;
let world: World;
let origin: string;
let stopWatching: () => void;

beforeAll(async () => {
  media = await runMedia();
  environment = { MEDIA_PORT: String(media.port), MEDIA_SECRET };
  world = await createWorld({ environment });
  origin = await listen(world.app);
  stopWatching = await world.services.mediaRooms.watch();
});
afterAll(async () => {
  stopWatching();
  await world.close();
  await media.close();
});

async function kill({ child }: ApiNode): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask<Answer>(at: string, { token }: Actor, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(at + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json() as Promise<Answer>;
}

/** The publisher's browser with a join token of one of the nodes. */
async function send(at: string, actor: Actor, id: number): Promise<MediaClient> {
  const { seat } = await ask<{ seat: { token: string } }>(at, actor, 'POST', `/api/streams/${id}/seat`);
  return new MediaClient(media.url).join(seat.token, { sends: ['audio'], slots: 0 });
}

const begin = async (at: string, actor: Actor): Promise<number> =>
  (await ask<{ stream_id: number }>(at, actor, 'PUT', '/api/streams/add', { theme: 'Прямо сейчас' })).stream_id;

const stateOf = async (actor: Actor, id: number): Promise<string | undefined> =>
  (await world.call(actor, streamsApi.get, { body: { stream_id: id } })).body.stream?.state;

test('a node that is killed takes no stream with it: it goes on, and who watched there watches elsewhere', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const node = await startApiNode(world, { environment });
  const id = await begin(node.origin, anna);
  const publisher = await send(node.origin, anna, id);
  const watching = await openSocket(node.origin, `/ws/streams/${id}/`, { actor: maria });
  await expect.poll(() => stateOf(anna, id), POLL).toBe('live');
  await kill(node);
  await watching.closed;
  const again = await openSocket(origin, `/ws/streams/${id}/`, { actor: maria });
  await expect.poll(() => again.received[0], POLL).toMatchObject({ type: 'state', state: 'live' });
  expect(await stateOf(anna, id)).toBe('live');
  publisher.close();
  await expect
    .poll(() => again.received.filter(({ type }) => type === 'state').at(-1), POLL)
    .toMatchObject({
      state: 'lost',
    });
  again.close();
}, 180_000);

test('app and media node killed together: back in time its publisher is live again, and without them it ends', async () => {
  const anna = await world.user();
  const node = await startApiNode(world, { environment });
  const id = await begin(node.origin, anna);
  await send(node.origin, anna, id);
  await expect.poll(() => stateOf(anna, id), POLL).toBe('live');

  process.kill(media.process.pid ?? 0, 'SIGKILL');
  await kill(node);
  await expect.poll(() => stateOf(anna, id), POLL).toBe('lost');
  await expect.poll(() => world.services.mediaRooms.isUp(), POLL).toBe(true);
  const back = await send(origin, anna, id);
  await expect.poll(() => stateOf(anna, id), POLL).toBe('live');
  expect((await world.call(anna, streamsApi.get, { body: { stream_id: id } })).body.stream?.lost_until).toBeNull();

  back.close();
  await expect.poll(() => stateOf(anna, id), POLL).toBe('lost');
  await sql`update streams set lost_at = lost_at - make_interval(secs => ${STREAM_LOST_SECONDS}),
    due_at = now() - interval '1 second' where id = ${id}`.execute(world.services.db);
  await expireStreams.run(world.services, {});
  expect(await stateOf(anna, id)).toBe('ended');
  const { body } = await world.call(null, streamsApi.list, { query: { user_id: anna.id } });
  expect(body.streams).toEqual([]);
}, 180_000);
