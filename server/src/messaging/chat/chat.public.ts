import type { Message, MessageKind } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { ContentKind, MemberFolder } from './chat.tables.ts';
import { lockOrCreateChat } from './lock-chat.ts';
import { findMembers } from './members.queries.ts';
import { checkMessageRequestLimit, type FirstMessage } from './message-requests.ts';
import { storeMessages } from './messages/store-messages.ts';
import { publishChatEvent } from './publish-chat-event.ts';

const INSERT_AT_ONCE = 1000;

export interface DemoMessage {
  from: 0 | 1;
  content: string;
  at: Date;
  kind?: MessageKind;
  card?: { kind: 'ad' | 'user' | 'offer'; id: number };
  replyTo?: number;
  reactions?: readonly { by: 0 | 1; reaction: string }[];
  isPinned?: boolean;
  editedAt?: Date;
  contentKinds?: readonly ContentKind[];
  /** Warnings are normally determined on sending, so demo data sets them. */
  warnings?: Message['warnings'];
}

/** State of a demo chat for one of its users; by default everything is read. */
export interface DemoMember {
  unread?: number;
  folder?: 'main' | 'requests' | 'declined';
  isArchived?: boolean;
  isPinned?: boolean;
  mutedUntil?: Date | 'infinity';
  draft?: string;
}

export interface DemoChat {
  between: readonly [number, number];
  aboutAdId?: number;
  messages: readonly DemoMessage[];
  members?: readonly [DemoMember, DemoMember];
}

/** Inserts past chats for demo data and tests, without events. Returns the message ids of each chat. */
export async function insertDemoChats(tx: Tx, chats: readonly DemoChat[]): Promise<number[][]> {
  const chatIds: number[] = [];
  for (const part of inParts(chats)) {
    const rows = await tx
      .insertInto('chats')
      .values(
        part.map(({ between: [one, other], messages, aboutAdId }) => ({
          low_id: Math.min(one, other),
          high_id: Math.max(one, other),
          last_seq: messages.length,
          about_ad_id: aboutAdId,
        })),
      )
      .returning(['id', 'low_id', 'high_id'])
      .execute();
    const byPair = new Map(rows.map(({ id, low_id, high_id }) => [`${low_id} ${high_id}`, id]));
    for (const { between } of part) chatIds.push(byPair.get(`${Math.min(...between)} ${Math.max(...between)}`) ?? 0);
  }
  for (const part of inParts(chats.flatMap((chat, i) => demoMembers(chat, chatIds[i] ?? 0))))
    await tx.insertInto('chat_members').values(part).execute();
  return insertDemoMessages(tx, chats, chatIds);
}

function demoMembers({ between, messages, members }: DemoChat, chat_id: number) {
  return ([0, 1] as const).map((which) => {
    const { unread = 0, folder = 'main', isArchived = false, isPinned = false, ...rest } = members?.[which] ?? {};
    const seqs = messages.flatMap(({ from }, i) => (from === which ? [] : [i + 1]));
    const firstUnread = unread > 0 ? seqs.at(-unread) : undefined;
    const hasWritten = messages.some(({ from }) => from === which);
    return {
      chat_id,
      user_id: between[which],
      other_id: between[which === 0 ? 1 : 0],
      folder,
      is_archived: isArchived,
      shown_seq: messages.length > 0 ? messages.length : null,
      shown_at: messages.at(-1)?.at ?? null,
      shown_count: messages.length,
      delivered_seq: messages.length,
      read_seq: firstUnread === undefined ? messages.length : firstUnread - 1,
      unread: firstUnread === undefined || folder === 'declined' ? 0 : Math.min(unread, seqs.length),
      is_accepted: folder === 'main' && (hasWritten || unread === 0),
      pinned_at: isPinned ? (messages.at(-1)?.at ?? new Date()) : null,
      muted_until: rest.mutedUntil ?? null,
      draft: rest.draft ?? '',
      draft_at: rest.draft === undefined ? null : (messages.at(-1)?.at ?? new Date()),
    };
  });
}

async function insertDemoMessages(tx: Tx, chats: readonly DemoChat[], chatIds: readonly number[]): Promise<number[][]> {
  const ids = chats.map(({ messages }) => messages.map(() => 0));
  const place = new Map(chatIds.map((id, i) => [id, i]));
  const rows = chats.flatMap(({ between, messages }, i) =>
    messages.map((message, position) => ({
      chat_id: chatIds[i] ?? 0,
      seq: position + 1,
      sender_id: between[message.from],
      kind: message.kind ?? ('message' as const),
      content: message.content,
      card_kind: message.card?.kind ?? null,
      card_id: message.card?.id ?? null,
      content_kinds: [...(message.contentKinds ?? (message.card === undefined ? [] : ['card' as const]))],
      warnings: [...(message.warnings ?? [])],
      pinned_at: message.isPinned ? message.at : null,
      created_at: message.at,
      edited_at: message.editedAt ?? null,
    })),
  );
  for (const part of inParts(rows)) {
    const stored = await tx.insertInto('messages').values(part).returning(['id', 'chat_id', 'seq']).execute();
    for (const { id, chat_id, seq } of stored) {
      const ofChat = ids[place.get(chat_id) ?? -1];
      if (ofChat !== undefined) ofChat[seq - 1] = id;
    }
  }
  const all = chats.flatMap(({ between, messages }, i) =>
    messages.map((message, position) => ({ ...message, between, id: ids[i]?.[position] ?? 0, ofChat: ids[i] ?? [] })),
  );
  const answers = all.filter(({ replyTo }) => replyTo !== undefined);
  await sql`
    update messages set reply_to = answers.reply_to
    from unnest(${answers.map(({ id }) => id)}::bigint[],
      ${answers.map(({ ofChat, replyTo = -1 }) => ofChat[replyTo] ?? null)}::bigint[]) as answers (id, reply_to)
    where messages.id = answers.id`.execute(tx);
  const reactions = all.flatMap(({ id, at, between, reactions: given = [] }) =>
    given.map(({ by, reaction }) => ({ message_id: id, user_id: between[by], reaction, at })),
  );
  for (const part of inParts(reactions)) await tx.insertInto('message_reactions').values(part).execute();
  return ids;
}

function* inParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += INSERT_AT_ONCE) yield rows.slice(start, start + INSERT_AT_ONCE);
}

export interface CallEntry {
  callerId: number;
  calleeId: number;
  /** `unanswered` is unread for the callee; an entry of another kind tells what the callee knows. */
  outcome: 'unanswered' | 'declined' | { seconds: number };
  /** An entry is stored once for each key of a caller. */
  key?: string;
}

/**
 * Records a call as an entry of the chat. The caller has checked permission to call. A call from an unknown user goes to
 * the message requests and counts as a first message; beyond the daily limit nothing is recorded.
 */
export async function recordCall(services: Services, tx: Tx, entry: CallEntry): Promise<void> {
  const { callerId, calleeId, outcome, key } = entry;
  const chat = await lockOrCreateChat(tx, callerId, calleeId);
  if (key !== undefined && (await isStored(tx, callerId, key))) return;
  const members = await findMembers(tx, chat, callerId);
  const { mine, theirs } = members;
  const folder = await findCallFolder(services, tx, {
    senderId: callerId,
    receiverId: calleeId,
    hasWritten: mine.is_accepted,
    isAccepted: theirs.is_accepted,
    folder: theirs.folder,
    boardId: null,
  });
  if (folder === undefined) return;
  const isMissed = outcome === 'unanswered';
  const message = {
    kind: isMissed ? ('missed_call' as const) : ('call' as const),
    clientKey: key,
    callSeconds: typeof outcome === 'object' ? outcome.seconds : null,
    isRead: !isMissed,
    ...{ content: '', contentKinds: [], warnings: [], isSilent: false },
  };
  const [id = 0] = await storeMessages(tx, { chat, members, folder, now: services.clock() }, [message]);
  await publishChatEvent(services, tx, callerId, { type: 'chat_message', user_id: calleeId, id });
  if (folder !== 'declined')
    await publishChatEvent(services, tx, calleeId, { type: 'chat_message', user_id: callerId, id });
}

async function isStored(tx: Tx, senderId: number, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from messages where sender_id = ${senderId} and client_key = ${key}`.execute(tx);
  return rows.length > 0;
}

/** Returns the callee's folder; undefined when the caller has reached the daily limit of first messages. */
async function findCallFolder(services: Services, tx: Tx, first: FirstMessage): Promise<MemberFolder | undefined> {
  try {
    return (await checkMessageRequestLimit(services, tx, first)).folder;
  } catch (error) {
    if (error instanceof Failure && error.code === 'strangers_limit') return undefined;
    throw error;
  }
}
