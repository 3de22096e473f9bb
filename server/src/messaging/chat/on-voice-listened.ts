import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { publishChatEvent } from './publish-chat-event.ts';

interface ListenerRow {
  sender_id: number;
  reader_id: number;
  is_disclosed: boolean;
}

/**
 * Publishes that a voice note was listened to: to the listener, and to the sender where read receipts are shown. A
 * listener who has not accepted the sender publishes nothing.
 */
export async function onVoiceListened(services: Services, tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<ListenerRow>`
    select m.sender_id, me.user_id as reader_id,
      me.folder = 'main' and coalesce(mine.shows_reads, true) and coalesce(theirs.shows_reads, true) as is_disclosed
    from messages m join chat_members me on me.chat_id = m.chat_id and me.user_id <> m.sender_id
    left join chat_settings mine on mine.user_id = me.user_id
    left join chat_settings theirs on theirs.user_id = m.sender_id
    where m.id = ${id}`.execute(tx);
  for (const { sender_id, reader_id, is_disclosed } of rows) {
    await publishChatEvent(services, tx, reader_id, { type: 'chat_changed', user_id: sender_id, id });
    if (is_disclosed) await publishChatEvent(services, tx, sender_id, { type: 'chat_changed', user_id: reader_id, id });
  }
}
