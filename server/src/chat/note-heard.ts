import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';
import { tellBoth } from './tell-chat.ts';

/** Somebody listened to the voice note of this message: both see it. */
export async function noteHeard(services: Pick<Services, 'live'>, tx: Tx, messageId: number): Promise<void> {
  const { low_id, high_id } = await tx
    .selectFrom('messages')
    .innerJoin('chats', 'chats.id', 'messages.chat_id')
    .select(['low_id', 'high_id'])
    .where('messages.id', '=', messageId)
    .executeTakeFirstOrThrow();
  await tellBoth(services, tx, [low_id, high_id], { type: 'chat_changed', id: messageId });
}
