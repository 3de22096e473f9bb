import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';

/** A chat event for a user's pages: only ids. The content is read on delivery, see `present-chat-events.ts`. */
export type ChatEventRef =
  | { type: 'chat_message' | 'chat_changed'; user_id: number; id: number }
  | { type: 'chat_deleted'; user_id: number; ids: readonly number[]; up_to_seq: number | null }
  | { type: 'chat_marks' | 'chat_line'; user_id: number };

export async function publishChatEvent({ live }: Services, tx: Tx, userId: number, event: ChatEventRef): Promise<void> {
  await live.publishUserEvent(tx, userId, event);
}

export async function publishChatEventToBoth(
  { live }: Services,
  tx: Tx,
  [oneId, otherId]: readonly [number, number],
  event: { type: 'chat_message' | 'chat_changed'; id: number } | { type: 'chat_line' | 'chat_marks' },
): Promise<void> {
  await live.publishUserEvents(tx, [
    { userId: oneId, event: { ...event, user_id: otherId } },
    { userId: otherId, event: { ...event, user_id: oneId } },
  ]);
}

/** Publishes a change of a message that its chat is not locked for. A user who declined the chat hears nothing. */
export async function publishMessageChanged({ live }: Services, tx: Tx, messageId: number): Promise<void> {
  const { rows } = await sql<{ user_id: number; other_id: number }>`
    select me.user_id, me.other_id from messages m join chat_members me on me.chat_id = m.chat_id
    where m.id = ${messageId} and me.folder <> 'declined' order by me.user_id`.execute(tx);
  await live.publishUserEvents(
    tx,
    rows.map(({ user_id, other_id }) => ({
      userId: user_id,
      event: { type: 'chat_changed', user_id: other_id, id: messageId } satisfies ChatEventRef,
    })),
  );
}
