import type { CardKind, Message } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { copyChatFiles } from '../../chat-files/chat-files.public.ts';
import { requireShareable } from '../cards/cards.ts';
import type { ContentKind } from '../chat.tables.ts';
import { queueLinkCard } from '../link-cards/queue-link-card.ts';
import { lockOrCreateChat } from '../lock-chat.ts';
import { findMembers, isShown } from '../members.queries.ts';
import { checkMessageRequestLimit } from '../message-requests.ts';
import { publishChatEvent } from '../publish-chat-event.ts';
import { pushMessage } from '../push/push-message.ts';
import { findWarnings } from '../warnings.ts';
import { answerAway } from './answer-away.ts';
import { carriesFiles } from './messages.queries.ts';
import { presentMessages } from './present-messages.ts';
import { hostOf, isKeyTaken, requireReachable } from './send-message.ts';
import { storeMessages } from './store-messages.ts';

interface Forward {
  ids: readonly number[];
  clientKey: string | undefined;
  isSilent: boolean;
}

interface Source {
  id: number;
  sender_id: number;
  content: string;
  forwarded_from: number | null;
  card_kind: CardKind | null;
  card_id: number | null;
  link_key: string | null;
  content_kinds: ContentKind[];
}

/**
 * Forwards messages in order, all or none. The original author is kept, the quoted message is not. The new messages
 * share the client key, under which they are sent once.
 */
export async function forwardMessages(
  services: Services,
  viewer: SignedInViewer,
  receiverId: number,
  forward: Forward,
): Promise<{ list: Message[] }> {
  if (forward.ids.length === 0) throw new Failure('message_empty');
  const { db } = services;
  // A repeat is answered first, whatever became of the cards.
  if ((await findForwarded(db, viewer.userId, forward.clientKey)).length === 0) {
    const sources = await findSources(db, viewer.userId, forward.ids);
    const cards = sources.flatMap(({ card_kind: kind, card_id: id }) =>
      kind === null || id === null ? [] : [{ kind, id }],
    );
    await requireShareable(services, viewer, cards);
  }
  let ids: number[];
  try {
    ids = await db.transaction().execute((tx) => forwardWithin(services, tx, viewer.userId, receiverId, forward));
  } catch (error) {
    throw isKeyTaken(error) ? new Failure('idempotency_mismatch') : error;
  }
  const messages = await presentMessages(services, viewer, ids);
  return { list: ids.flatMap((id) => [messages.get(id)].filter((message) => message !== undefined)) };
}

async function forwardWithin(
  services: Services,
  tx: Tx,
  senderId: number,
  receiverId: number,
  { ids, clientKey, isSilent }: Forward,
): Promise<number[]> {
  if (senderId === receiverId) throw new Failure('not_found');
  const chat = await lockOrCreateChat(tx, senderId, receiverId);
  const known = await findForwarded(tx, senderId, clientKey);
  if (known.some(({ chat_id }) => chat_id !== chat.id)) throw new Failure('idempotency_mismatch');
  if (known.length > 0) return known.map(({ id }) => id);
  await requireReachable(tx, senderId, receiverId);
  const sources = await findSources(tx, senderId, ids);
  const members = await findMembers(tx, chat, senderId);
  const { folder, isUnknownSender } = await checkMessageRequestLimit(services, tx, {
    senderId,
    receiverId,
    hasWritten: members.mine.is_accepted,
    isAccepted: members.theirs.is_accepted,
    folder: members.theirs.folder,
    boardId: null,
  });
  const stored = await storeMessages(
    tx,
    { chat, members, folder, now: services.clock() },
    sources.map(({ content, card_kind, card_id, link_key, content_kinds, forwarded_from, sender_id }) => ({
      clientKey,
      content,
      forwardedFrom: forwarded_from ?? sender_id,
      cardKind: card_kind,
      cardId: card_id,
      linkKey: isUnknownSender ? null : link_key,
      contentKinds: content_kinds,
      warnings: isUnknownSender ? findWarnings(content, hostOf(services)) : [],
      isSilent,
    })),
  );
  const pairs = sources.flatMap(({ id, content_kinds }, i) => {
    const copy = stored[i];
    return copy !== undefined && carriesFiles(content_kinds) ? [[id, copy] as const] : [];
  });
  if (pairs.length > 0) await copyChatFiles(tx, pairs, senderId, [senderId, receiverId]);
  if (!isUnknownSender)
    for (const [i, id] of stored.entries())
      await queueLinkCard(services, tx, { messageId: id, senderId, linkKey: sources[i]?.link_key });

  for (const id of stored) {
    await publishChatEvent(services, tx, senderId, { type: 'chat_message', user_id: receiverId, id });
    if (folder !== 'declined')
      await publishChatEvent(services, tx, receiverId, { type: 'chat_message', user_id: senderId, id });
  }
  // One event for all of them.
  const seq = chat.lastSeq + stored.length;
  if (folder !== 'declined')
    await pushMessage(services, tx, { chatId: chat.id, seq, receiverId, senderId, folder, isSilent });
  await answerAway(services, tx, {
    chatId: chat.id,
    seq: seq + 1,
    buyer: members.mine,
    seller: members.theirs,
    folder,
  });
  return stored;
}

async function findForwarded(
  db: Db,
  senderId: number,
  key: string | undefined,
): Promise<{ id: number; chat_id: number }[]> {
  if (key === undefined) return [];
  return db
    .selectFrom('messages')
    .select(['id', 'chat_id'])
    .where('sender_id', '=', senderId)
    .where('client_key', '=', key)
    .orderBy('client_part')
    .execute();
}

async function findSources(db: Db, userId: number, ids: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select m.id, m.sender_id, m.content, m.forwarded_from, m.card_kind, m.card_id, m.link_key,
      m.content_kinds
    from messages m join chat_members me on me.chat_id = m.chat_id and me.user_id = ${userId}
    where m.id = any(${ids}::bigint[]) and m.kind = 'message' and ${isShown}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const sources = ids.flatMap((id) => [byId.get(id)].filter((row) => row !== undefined));
  if (sources.length < ids.length) throw new Failure('not_found');
  return sources;
}
