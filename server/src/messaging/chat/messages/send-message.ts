import { MESSAGE_FILES_MAX, type Message, type MessageDraft } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import { sql } from 'kysely';
import { mayContact } from '../../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../../platform/database/violation.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { QuarantinedFile } from '../../../platform/http/uploads.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { checkContent } from '../../../trust/content-rules/check-content.public.ts';
import {
  claimChatFiles,
  discardUnsentFiles,
  moveScheduledFiles,
  receiveSentFiles,
} from '../../chat-files/chat-files.public.ts';
import { type CardRef, requireCard } from '../cards/cards.ts';
import { clearSentDraft } from '../extras/drafts.ts';
import { findCardLink } from '../link-cards/find-card-link.ts';
import { queueLinkCard } from '../link-cards/queue-link-card.ts';
import { lockOrCreateChat } from '../lock-chat.ts';
import { findMembers } from '../members.queries.ts';
import { checkMessageRequestLimit } from '../message-requests.ts';
import { publishChatEvent } from '../publish-chat-event.ts';
import { pushMessage } from '../push/push-message.ts';
import { recordChatAd } from '../record-chat-ad.ts';
import { findContentKinds, findWarnings } from '../warnings.ts';
import { answerAway } from './answer-away.ts';
import { presentMessages, presentPlainText } from './present-messages.ts';
import { sendPlain } from './send-plain.ts';
import { storeMessages } from './store-messages.ts';

export interface SendResult {
  id: number;
  isRepeated: boolean;
}

/**
 * Sends a message, once per client key (`client_key` or the header `Idempotency-Key`). The message stores the key
 * permanently; a row in idempotency_keys would expire after a day and would reject a repeat whose files are uploaded
 * again.
 */
export async function sendMessage(
  services: Services,
  viewer: SignedInViewer,
  receiverId: number,
  draft: MessageDraft,
  files: readonly QuarantinedFile[],
): Promise<Message> {
  const { db } = services;
  const named = draft.file_ids ?? [];
  if (files.length + named.length > MESSAGE_FILES_MAX)
    throw new Failure('too_many_files', { values: { max: MESSAGE_FILES_MAX } });
  if (files.length > 0 || draft.card_id) {
    // A repeat is answered first, even if its card is gone, and nothing is stored.
    const known = await findByKey(db, viewer.userId, draft.client_key);
    if (known !== undefined) return presentSent(services, viewer, requireSameReceiver(known, receiverId));
  }
  if (files.length === 0 && isPlain(services, draft)) {
    const { content, client_key: key = null, silent } = draft;
    const hasLink = findContentKinds(content, [], null).length > 0;
    const text = { senderId: viewer.userId, receiverId, key, content, hasLink, isSilent: silent === 1 };
    const stored = await sendPlain(services, text);
    if (stored !== undefined) return presentPlainText(viewer, text, stored);
  }
  if (draft.card_kind !== undefined && draft.card_id)
    await requireCard(services, viewer, { kind: draft.card_kind, id: draft.card_id });
  // Checked before files are stored, because that is slow.
  if (files.length > 0) await requireReachable(db, viewer.userId, receiverId);
  const received = files.length === 0 ? [] : await receiveSentFiles(services, viewer.userId, files);
  let sent: SendResult | undefined;
  try {
    const whole = { ...draft, file_ids: [...named, ...received] };
    sent = await db.transaction().execute((tx) => sendWithin(services, tx, viewer.userId, receiverId, whole));
  } catch (error) {
    throw isKeyTaken(error) ? new Failure('idempotency_mismatch') : error;
  } finally {
    if (sent?.isRepeated !== false && received.length > 0) await discardUnsentFiles(db, viewer.userId, received);
  }
  return presentSent(services, viewer, sent.id);
}

const isPlain = (services: Services, draft: MessageDraft): boolean => {
  const { content, file_ids, reply_to, board_id, card_id } = draft;
  const isText = content !== '' && !file_ids?.length && !reply_to && !board_id && !card_id;
  return isText && findDraftLink(services, draft) === undefined;
};

const findDraftLink = (services: Services, { content, link_card }: MessageDraft) =>
  link_card === 0 ? undefined : findCardLink(services, content);

/** Presents the sent message in its current state; a repeat of a message deleted in the meantime fails as gone. */
async function presentSent(services: Services, viewer: SignedInViewer, id: number): Promise<Message> {
  return requireFound((await presentMessages(services, viewer, [id])).get(id));
}

/** Sends a message in a transaction that has locked no part of a chat. Fails with the errors of `chatApi.send`. */
export async function sendWithin(
  services: Services,
  tx: Tx,
  senderId: number,
  receiverId: number,
  draft: MessageDraft,
  { scheduledId, card: givenCard }: { scheduledId?: number; card?: CardRef } = {},
): Promise<SendResult> {
  const { content, client_key, board_id } = draft;
  const fileIds = draft.file_ids ?? [];
  const ownCard =
    givenCard ??
    (draft.card_kind !== undefined && draft.card_id ? { kind: draft.card_kind, id: draft.card_id } : undefined);
  if (senderId === receiverId) throw new Failure('not_found');
  const chat = await lockOrCreateChat(tx, senderId, receiverId);
  const known = await findByKey(tx, senderId, client_key);
  if (known !== undefined) return { id: requireSameReceiver(known, receiverId), isRepeated: true };
  // Checked under the lock, so that no message is stored after a block.
  await requireReachable(tx, senderId, receiverId);
  if (content === '' && fileIds.length === 0 && scheduledId === undefined && ownCard === undefined)
    throw new Failure('message_empty');

  const now = services.clock();
  const members = await findMembers(tx, chat, senderId);
  const admission = await checkMessageRequestLimit(services, tx, {
    senderId,
    receiverId,
    hasWritten: members.mine.is_accepted,
    isAccepted: members.theirs.is_accepted,
    folder: members.theirs.folder,
    boardId: board_id ?? null,
  });
  const aboutId = board_id ? await recordChatAd(services, tx, { chat, senderId, receiverId, boardId: board_id }) : null;
  const card = ownCard ?? (aboutId === null ? undefined : { kind: 'ad' as const, id: aboutId });
  // A stranger makes the server fetch nothing.
  const link = admission.isUnknownSender ? undefined : findDraftLink(services, draft);
  const [id = 0] = await storeMessages(tx, { chat, members, folder: admission.folder, now }, [
    {
      clientKey: client_key,
      content,
      replyTo: await findQuoted(tx, chat.id, draft.reply_to),
      cardKind: card?.kind,
      cardId: card?.id,
      linkKey: link?.key,
      contentKinds: findContentKinds(content, [], card?.kind ?? null),
      warnings: admission.isUnknownSender ? findWarnings(content, hostOf(services)) : [],
      isSilent: draft.silent === 1,
    },
  ]);
  // Skipped in chats where the sender has written or accepted a message request before.
  if (admission.isUnknownSender && !members.mine.is_accepted)
    await checkContent(services, tx, {
      subject: 'message',
      object: `message:${id}`,
      userId: senderId,
      ip: '',
      title: '',
      text: withoutMarks(content),
    });
  const readers = [senderId, receiverId];
  const files =
    scheduledId !== undefined
      ? await moveScheduledFiles(tx, scheduledId, id, readers)
      : fileIds.length > 0
        ? await claimChatFiles(tx, senderId, fileIds, { messageId: id }, readers)
        : [];
  if (files.length > 0) {
    const content_kinds = [...findContentKinds(content, files, card?.kind ?? null)];
    await tx.updateTable('messages').set({ content_kinds }).where('id', '=', id).execute();
  } else if (content === '' && ownCard === undefined) throw new Failure('message_empty');
  await queueLinkCard(services, tx, { messageId: id, senderId, linkKey: link?.key });
  if (members.mine.has_draft && scheduledId === undefined) await clearSentDraft(tx, chat.id, senderId, content);

  await publishChatEvent(services, tx, senderId, { type: 'chat_message', user_id: receiverId, id });
  if (admission.folder !== 'declined') {
    await publishChatEvent(services, tx, receiverId, { type: 'chat_message', user_id: senderId, id });
    const isSilent = draft.silent === 1;
    const { folder } = admission;
    await pushMessage(services, tx, { chatId: chat.id, seq: chat.lastSeq + 1, receiverId, senderId, folder, isSilent });
  }
  await answerAway(services, tx, {
    chatId: chat.id,
    seq: chat.lastSeq + 2,
    buyer: members.mine,
    seller: members.theirs,
    folder: admission.folder,
  });
  return { id, isRepeated: false };
}

interface Known {
  id: number;
  other_id: number;
}

export async function findByKey(db: Db, senderId: number, key: string | undefined): Promise<Known | undefined> {
  if (key === undefined) return undefined;
  const { rows } = await sql<Known>`
    -- named message-by-key
    select m.id, me.other_id from messages m join chat_members me on me.chat_id = m.chat_id and me.user_id = m.sender_id
    where m.sender_id = ${senderId} and m.client_key = ${key} order by m.client_part limit 1`.execute(db);
  return rows[0];
}

/** A client key belongs to one receiver. */
function requireSameReceiver(known: Known, receiverId: number): number {
  if (known.other_id !== receiverId) throw new Failure('idempotency_mismatch');
  return known.id;
}

export async function requireReachable(db: Db, senderId: number, receiverId: number): Promise<void> {
  if (await mayContact(db, senderId, receiverId, 'write')) return;
  const { rows } = await sql`
    select from users where id = ${receiverId} and id <> ${senderId} and status = 'active' and deleted_at is null`.execute(
    db,
  );
  throw new Failure(rows.length === 0 ? 'not_found' : 'blocked');
}

/** Finds the quoted message; a deleted one is left out without an error. */
async function findQuoted(tx: Tx, chatId: number, id: number | null | undefined): Promise<number | null> {
  if (!id) return null;
  const { rows } = await sql<{ id: number }>`
    select id from messages where id = ${id} and chat_id = ${chatId} and deleted_at is null`.execute(tx);
  return rows[0]?.id ?? null;
}

export const hostOf = ({ config }: Services): string => new URL(config.publicUrl).host;

export const isKeyTaken = (error: unknown): boolean =>
  findViolatedConstraint('unique', error)?.startsWith('messages_sender_id') === true;
