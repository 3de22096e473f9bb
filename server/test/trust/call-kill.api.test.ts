// @module-tag long
import { once } from 'node:events';
import { callsApi } from '@app/contract/messaging/calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireCalls } from '../../src/messaging/calls/expire-calls.job.ts';
import { listen } from '../nodes.ts';
import { openSocket } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

const PATIENCE = { timeout: 30_000, interval: 100 };

let world: World;
let origin: string;

beforeAll(async () => {
  world = await createWorld();
  origin = await listen(world.app);
});
afterAll(() => world.close());

async function kill({ child }: ApiNode): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function enter(actor: Actor, roomId: string, at: string) {
  const socket = await openSocket(at, `/ws/entercall/${roomId}/${actor.id}/`, { actor });
  socket.send({ type: 'init' });
  await expect.poll(() => socket.received.some(({ type }) => type === 'init'), PATIENCE).toBe(true);
  return socket;
}

const current = async (actor: Actor) => (await world.call(actor, callsApi.current)).body;

test('a node that is killed while it rings takes no ring with it, and the ring still ends in time', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const node = await startApiNode(world);
  const answer = await fetch(`${node.origin}/api/video/conference`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: maria.id }),
  });
  const { room_id } = (await answer.json()) as { room_id: string };
  await kill(node);
  const page = await openSocket(origin, `/ws/callnotification/${maria.id}/`, { actor: maria });
  await expect.poll(() => page.received.at(-1), PATIENCE).toMatchObject({ type: 'init', room_id });
  expect((await current(anna)).call?.state).toBe('ringing');
  // Expires the ring, because its timer died with the node.
  await sql`update call_participants set rings_until = now() where user_id = ${maria.id}`.execute(world.services.db);
  await sql`update calls set due_at = now() - interval '1 second' where room_id = ${room_id}`.execute(
    world.services.db,
  );
  await expireCalls.run(world.services, {});
  await expect.poll(() => page.received.at(-1), PATIENCE).toMatchObject({ type: 'hangup', room_id, reason: 'missed' });
  await expect.poll(() => current(anna), PATIENCE).toEqual({ call: null, ring: null });
  page.close();
}, 180_000);

test('a node that is killed in a call loses its people for a moment: back in time they go on, else the call ends', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  let node = await startApiNode(world);
  const { room_id } = (await world.call(anna, callsApi.start, { body: { user_id: maria.id } })).body;
  const annas = await enter(anna, room_id, origin);
  const marias = await enter(maria, room_id, node.origin);
  await expect
    .poll(() => annas.received.findLast(({ type }) => type === 'media'), PATIENCE)
    .toMatchObject({ mode: 'peer' });
  await kill(node);
  await marias.closed;
  const back = await enter(maria, room_id, origin);
  // The state of the call comes before it or after.
  await expect
    .poll(() => back.received.findLast(({ type }) => type === 'media'), PATIENCE)
    .toMatchObject({ mode: 'peer' });
  expect((await current(maria)).call?.state).toBe('running');

  node = await startApiNode(world);
  back.send({ type: 'exit' });
  back.close();
  const elsewhere = await enter(maria, room_id, node.origin);
  await kill(node);
  await elsewhere.closed;
  await expect
    .poll(() => annas.received.findLast(({ type }) => type === 'hangup'), PATIENCE)
    .toMatchObject({ user_id: anna.id, reason: 'alone' });
  expect(annas.received).toContainEqual(expect.objectContaining({ type: 'hangup', user_id: maria.id, reason: 'lost' }));
  expect(await current(maria)).toEqual({ call: null, ring: null });
  annas.close();
}, 180_000);
