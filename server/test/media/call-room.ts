import { expect } from 'vitest';
import { openSocket, type SocketClient } from '../socket-client.ts';
import type { Actor } from '../world.ts';

const POLL = { timeout: 10_000, interval: 20 };

/** Waits until the newest event of this type matches. */
export const expectEvent = (socket: SocketClient, type: string, more: object = {}) =>
  expect
    .poll(() => socket.received.filter((event) => event.type === type).at(-1), POLL)
    .toMatchObject({ type, ...more });

/** Opens a page of a call on the node at `origin` and waits until the actor has joined. */
export async function enterRoom(origin: string, actor: Actor, roomId: string): Promise<SocketClient> {
  const socket = await openSocket(origin, `/ws/entercall/${roomId}/${actor.id}/`, { actor });
  socket.send({ type: 'init' });
  await expectEvent(socket, 'state', {
    call: { people: expect.arrayContaining([expect.objectContaining({ user_id: actor.id, state: 'joined' })]) },
  });
  return socket;
}
