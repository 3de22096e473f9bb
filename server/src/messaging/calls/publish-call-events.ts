import type { CaptionSpeech } from '@app/contract/messaging/calls';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { CallStepEvent, CallStepOutcome, RingStepEvent } from './call-state.ts';

export type RingEvent = RingStepEvent & { kind: 'rung'; roomId: string };

/** Events between the pages of a room. A signal is split into parts, because NOTIFY payloads are small. */
export type RoomEvent =
  | { kind: 'told'; told: CallStepEvent[] }
  | { kind: 'chat'; messageId: number }
  | { kind: 'captions'; from: number; wants: 0 | 1; speech: CaptionSpeech }
  | { kind: 'caption'; from: number; text: string; final: 0 | 1 }
  | { kind: 'signal'; from: number; to: number; key: string; part: number; parts: number; text: string };

export const callNotificationTopic = (userId: number): string => `call:${userId}`;
export const roomTopic = (roomId: string): string => `room:${roomId}`;

/** Publishes events on commit. Events contain facts only; permissions are checked on delivery. */
export async function publishCallEvents(
  { live }: Services,
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
