import type { chatApi, Message } from '@app/contract/messaging/chat';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type pg from 'pg';
import type { Services } from '../../../platform/domain/services.ts';
import { requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { presentChats } from '../list/present-chats.ts';
import { markRead } from '../receipts.ts';
import { presentMessages } from './present-messages.ts';

type Query = Omit<QueryOf<typeof chatApi.messages>, 'mark'> & {
  marksRead: boolean;
};

interface ChatPosition {
  chat_id: number;
  last_seq: number;
  cleared_seq: number;
  shown_count: number;
  read_seq: number;
  is_marked: boolean;
  /** The newest messages, where they were asked for. */
  newest: MessagePosition[] | null;
}

export async function listMessages(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  query: Query,
): Promise<ResponseOf<typeof chatApi.messages>> {
  const { pool } = services;
  // Before messages are marked read, the chat would still count them.
  const [position, known] = await Promise.all([
    findChatPosition(pool, viewer.userId, otherId, isNewestPage(query) ? query.size : 0),
    query.marksRead ? undefined : presentChats(services, viewer, [otherId]),
  ]);
  if (position === undefined || position.shown_count === 0) return emptyPage(services, viewer, otherId, query);
  const found = position.newest ?? (await findPage(pool, viewer.userId, position, query));
  const newest = Math.max(0, ...found.map(({ seq }) => seq));
  if (query.marksRead && (newest > position.read_seq || position.is_marked))
    await markRead(services, viewer, otherId, { seq: newest });
  const [messages, chats] = await Promise.all([
    presentMessages(
      services,
      viewer,
      found.map(({ id }) => id),
    ),
    known ?? presentChats(services, viewer, [otherId]),
  ]);
  const chat = requireFound(chats.get(otherId));
  return {
    list: found.flatMap(({ id }): Message[] => [messages.get(id)].filter((message) => message !== undefined)),
    total: position.shown_count,
    chat,
  };
}

/** The specification demands 404 without messages. Requests with a cursor are an extension and get an empty page. */
async function emptyPage(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  { before_seq, after_seq, around_seq }: Query,
): Promise<ResponseOf<typeof chatApi.messages>> {
  const hasCursor = before_seq !== undefined || after_seq !== undefined || around_seq !== undefined;
  const chat = requireFound(hasCursor ? (await presentChats(services, viewer, [otherId])).get(otherId) : undefined);
  return { list: [], total: 0, chat };
}

const isNewestPage = ({ before_seq, after_seq, around_seq, before_id, page, skip }: Query): boolean =>
  [before_seq, after_seq, around_seq, before_id].every((cursor) => cursor === undefined) && page === 1 && skip === 0;

const IS_SHOWN = `m.deleted_at is null
  and not exists (select from message_hides h where h.user_id = $1 and h.message_id = m.id)`;

/** Also reads this many of the newest messages, with which most conversations open. */
async function findChatPosition(
  pool: pg.Pool,
  userId: number,
  otherId: number,
  newestMax: number,
): Promise<ChatPosition | undefined> {
  const { rows } = await pool.query<ChatPosition>({
    name: 'chat-place',
    text: `select c.id as chat_id, c.last_seq, me.cleared_seq, me.shown_count, me.read_seq, me.is_marked,
        (select json_agg(json_build_object('id', id, 'seq', seq) order by seq desc) from (
          select m.id, m.seq from messages m
          where m.chat_id = c.id and m.seq > me.cleared_seq and ${IS_SHOWN}
          order by m.seq desc limit $3) page) as newest
      from chat_members me join chats c on c.id = me.chat_id where me.user_id = $1 and me.other_id = $2`,
    values: [userId, otherId, newestMax],
  });
  return rows[0];
}

interface MessagePosition {
  id: number;
  seq: number;
}

/** A range of a chat's messages, read from the index of numbers: bounds are exclusive. */
interface Slice {
  after: number;
  before: number;
  order: 'asc' | 'desc';
  limit: number;
  offset?: number;
}

async function findSlice(
  pool: pg.Pool,
  userId: number,
  position: ChatPosition,
  { after, before, order, limit, offset = 0 }: Slice,
): Promise<MessagePosition[]> {
  const { rows } = await pool.query<MessagePosition>({
    name: `chat-slice-${order}`,
    text: `select m.id, m.seq from messages m
      where m.chat_id = $2 and m.seq > $3 and m.seq < $4 and ${IS_SHOWN}
      order by m.seq ${order} limit $5 offset $6`,
    values: [userId, position.chat_id, Math.max(after, position.cleared_seq), before, limit, offset],
  });
  return rows;
}

async function findPage(
  pool: pg.Pool,
  userId: number,
  position: ChatPosition,
  query: Query,
): Promise<MessagePosition[]> {
  const { size: limit, before_seq, after_seq, around_seq, before_id } = query;
  const end = position.last_seq + 1;
  const slice = (part: Partial<Slice>) =>
    findSlice(pool, userId, position, { after: 0, before: end, order: 'desc', limit, ...part });
  if (around_seq !== undefined) {
    const newer = Math.floor(limit / 2);
    const [above, below] = await Promise.all([
      slice({ after: around_seq, order: 'asc', limit: newer }),
      slice({ before: around_seq + 1, limit: limit - newer }),
    ]);
    return [...above.toReversed(), ...below];
  }
  if (after_seq !== undefined) return slice({ after: after_seq, order: 'asc' });
  const before = before_seq ?? (before_id === undefined ? undefined : await findSeq(pool, position, before_id));
  if (before !== undefined) return slice({ before });

  const offset = (query.page - 1) * limit + query.skip;
  // Without deleted messages the offset follows from the number, so that the last page is as fast as the first.
  const isWhole = position.shown_count === position.last_seq - position.cleared_seq;
  return isWhole ? slice({ before: Math.max(0, end - offset) }) : slice({ offset });
}

/** Returns the number of a message, also of a deleted one; a message of another chat sorts before all. */
async function findSeq(pool: pg.Pool, position: ChatPosition, id: number): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>('select seq from messages where id = $1 and chat_id = $2', [
    id,
    position.chat_id,
  ]);
  return rows[0]?.seq ?? 0;
}
