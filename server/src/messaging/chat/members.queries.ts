import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { MemberFolder } from './chat.tables.ts';
import type { LockedChat } from './lock-chat.ts';

// All queries here require a locked chat, see `lock-chat.ts`.

export interface Member {
  user_id: number;
  other_id: number;
  folder: MemberFolder;
  is_archived: boolean;
  is_muted: boolean;
  is_accepted: boolean;
  is_marked: boolean;
  cleared_seq: number;
  delivered_seq: number;
  read_seq: number;
  unread: number;
  shown_seq: number | null;
  shown_count: number;
  shows_reads: boolean;
  has_draft: boolean;
}

export interface Members {
  mine: Member;
  theirs: Member;
}

export async function findMembers(tx: Tx, chat: LockedChat, userId: number): Promise<Members> {
  const { rows } = await sql<Member>`
    -- named chat-members
    select m.user_id, m.other_id, m.folder, m.is_archived, coalesce(m.muted_until > now(), false) as is_muted,
      m.is_accepted, m.is_marked, m.cleared_seq, m.delivered_seq, m.read_seq, m.unread, m.shown_seq, m.shown_count,
      coalesce(s.shows_reads, true) as shows_reads, m.draft <> '' as has_draft
    from chat_members m left join chat_settings s on s.user_id = m.user_id
    where m.chat_id = ${chat.id}`.execute(tx);
  const mine = rows.find(({ user_id }) => user_id === userId);
  const theirs = rows.find(({ user_id }) => user_id !== userId);
  if (mine === undefined || theirs === undefined) throw new Error('A chat lacks one of its two members');
  return { mine, theirs };
}

/** A user who declined a chat receives no events about it. */
export const receivesChatEvents = ({ folder }: Member): boolean => folder !== 'declined';

/** Messages `m` that the member `me` of the caller's query can see. */
export const isShown = sql<boolean>`(m.seq > me.cleared_seq and m.deleted_at is null
  and not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = m.id))`;

export async function recountMembers(tx: Tx, chat: LockedChat): Promise<void> {
  await sql`
    update chat_members me set
      unread = case when me.folder = 'declined' then 0 else (
        select count(*) from messages m
        where m.chat_id = me.chat_id and m.seq > me.read_seq and m.sender_id = me.other_id and ${isShown}) end,
      (shown_seq, shown_at) = (
        select m.seq, m.created_at from messages m where m.chat_id = me.chat_id and ${isShown} order by m.seq desc limit 1)
    where me.chat_id = ${chat.id}`.execute(tx);
}
