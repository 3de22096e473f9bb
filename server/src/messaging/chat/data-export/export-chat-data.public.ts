import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../../platform/exported-data.ts';

interface ExportedChat {
  chat_id: number;
}

interface Message {
  seq: number;
}

/** Exports the user's chats and own messages. Messages of others are only in the archive of each chat. */
export async function exportChatOf(db: Db, userId: number): Promise<ExportedData> {
  const settings = await db
    .selectFrom('chat_settings')
    .select(['shows_reads', 'shows_typing', 'quick_replies', 'seller_replies'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    settings: settings ?? null,
    dialogs: listChats(db, userId),
    messages: listOwn(db, userId),
    scheduled: await listScheduled(db, userId),
    written_first: await listNewContacts(db, userId),
  };
}

const listChats = (db: Db, userId: number): AsyncGenerator<ExportedChat> =>
  iteratePages<ExportedChat>(async (after, limit) => {
    const { rows } = await sql<ExportedChat>`
      select chat_id, other_id as with_user_id, folder, is_archived, pinned_at,
        nullif(muted_until, 'infinity') as muted_until, muted_until = 'infinity' as is_muted_forever, is_marked, unread,
        read_seq, cleared_seq, draft, draft_at, away_answered_on
      from chat_members where user_id = ${userId} and chat_id > ${after?.chat_id ?? 0}
      order by chat_id limit ${limit}`.execute(db);
    return rows;
  });

/** Reads chat by chat from the index of numbers: the cost of a page does not grow with the number of messages. */
async function* listOwn(db: Db, userId: number): AsyncGenerator<Message> {
  for await (const { chat_id } of listChats(db, userId)) {
    yield* iteratePages<Message>(async (after, limit) => {
      const { rows } = await sql<Message>`
        select m.chat_id, m.seq, m.kind, m.content, m.content_kinds as carries, m.card_kind, m.card_id, m.reply_to, m.is_silent, m.is_automatic, m.created_at,
          m.edited_at, r.reaction as my_reaction
        from messages m left join message_reactions r on r.message_id = m.id and r.user_id = ${userId}
        where m.chat_id = ${chat_id} and m.seq > ${after?.seq ?? 0} and m.sender_id = ${userId} and m.deleted_at is null
        order by m.seq limit ${limit}`.execute(db);
      return rows;
    });
  }
}

async function listScheduled(db: Db, userId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select receiver_id, content, card_kind, card_id, board_id, is_silent, send_at, failure, created_at
    from scheduled_messages where sender_id = ${userId} order by send_at, id`.execute(db);
  return rows;
}

async function listNewContacts(db: Db, userId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select recipient_id as stranger_id, at from first_contacts where sender_id = ${userId} order by at`.execute(db);
  return rows;
}
