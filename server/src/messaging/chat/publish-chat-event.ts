import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

/**
 * What a person's pages are told of a dialog with `user_id`: numbers only, no texts. What they hear is read when they hear it,
 * see `show-chat-events.ts`.
 */
export type ChatEventRef =
  | { type: 'chat_message' | 'chat_changed'; user_id: number; id: number }
  | { type: 'chat_deleted'; user_id: number; ids: readonly number[]; up_to_seq: number | null }
  | { type: 'chat_marks' | 'chat_line'; user_id: number };

/** As part of the transaction in which it happens, while the dialog is held. */
export async function publishChatEvent(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  userId: number,
  event: ChatEventRef,
): Promise<void> {
  await live.publishUserEvent(tx, userId, event);
}

/** Both of the two are told, each of the other one. */
export async function publishChatEventToBoth(
  { live }: Pick<Services, 'live'>,
  tx: Tx,
  [oneId, otherId]: readonly [number, number],
  event: { type: 'chat_message' | 'chat_changed'; id: number } | { type: 'chat_line' | 'chat_marks' },
): Promise<void> {
  await live.publishUserEvents(tx, [
    { userId: oneId, event: { ...event, user_id: otherId } },
    { userId: otherId, event: { ...event, user_id: oneId } },
  ]);
}
