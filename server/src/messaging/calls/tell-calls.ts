import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import type { Outcome, Rung, Told } from './call-state.ts';

/** What one person's pages hear of rings, over the topic of that person. */
export type RungEvent = Rung & { kind: 'rung'; roomId: string };

/** What the pages in a room hear of each other. A signal may come in parts: a letter between nodes is small. */
export type RoomEvent =
  | { kind: 'told'; told: Told[] }
  | { kind: 'chat'; messageId: number }
  | { kind: 'signal'; from: number; to: number; key: string; part: number; parts: number; text: string };

export const lineTopic = (userId: number): string => `call:${userId}`;
export const roomTopic = (roomId: string): string => `room:${roomId}`;

/** They hear of it when the transaction commits. Facts only: what each may hear is asked where it is told. */
export async function tellOutcome(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  roomId: string,
  { told, rung }: Pick<Outcome, 'told' | 'rung'>,
): Promise<void> {
  const rings = rung.map((event) => ({
    topic: lineTopic(event.user),
    event: { ...event, kind: 'rung', roomId } satisfies RungEvent,
  }));
  const inRoom =
    told.length === 0 ? [] : [{ topic: roomTopic(roomId), event: { kind: 'told', told } satisfies RoomEvent }];
  await live.publishWithin(tx, [...rings, ...inRoom]);
}
