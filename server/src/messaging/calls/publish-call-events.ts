import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import type { CallStepEvent, CallStepOutcome, RingStepEvent } from './call-state.ts';

/** What one person's pages hear of rings, over the topic of that person. */
export type RingEvent = RingStepEvent & { kind: 'rung'; roomId: string };

/** What the pages in a room hear of each other. A signal may come in parts: a letter between nodes is small. */
export type RoomEvent =
  | { kind: 'told'; told: CallStepEvent[] }
  | { kind: 'chat'; messageId: number }
  | { kind: 'signal'; from: number; to: number; key: string; part: number; parts: number; text: string };

export const callNotificationTopic = (userId: number): string => `call:${userId}`;
export const roomTopic = (roomId: string): string => `room:${roomId}`;

/** They hear of it when the transaction commits. Facts only: what each may hear is asked where it is told. */
export async function publishCallEvents(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  roomId: string,
  { roomEvents, ringEvents }: Pick<CallStepOutcome, 'roomEvents' | 'ringEvents'>,
): Promise<void> {
  const rings = ringEvents.map((event) => ({
    topic: callNotificationTopic(event.user),
    event: { ...event, kind: 'rung', roomId } satisfies RingEvent,
  }));
  const inRoom =
    roomEvents.length === 0
      ? []
      : [{ topic: roomTopic(roomId), event: { kind: 'told', told: roomEvents } satisfies RoomEvent }];
  await live.publishInTransaction(tx, [...rings, ...inRoom]);
}
