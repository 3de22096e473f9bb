import type { ChatCounts } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { blockPerson } from '../../people/circle/blocks.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { complainAboutUser } from '../../trust/complaints/complain-about-user.public.ts';
import type { MemberFolder } from './chat.tables.ts';
import { countChats } from './list/count-chats.public.ts';
import { type LockedChat, lockChat } from './lock-chat.ts';
import { findMembers, type Member, recountMembers } from './members.queries.ts';
import { areFriends } from './message-requests.ts';
import { publishChatEvent } from './publish-chat-event.ts';

type Answer = 'accept' | 'decline' | 'report';

const EVIDENCE_MESSAGES = 20;
const EVIDENCE_MESSAGE_CHARS = 1000;

export async function answerRequest(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  answer: Answer,
): Promise<ChatCounts> {
  const { db } = services;
  if (otherId === viewer.userId) throw new Failure('not_found');
  if (answer === 'report') {
    await requireWritten(services, viewer.userId, otherId);
    // Runs first and in its own transaction, so that a simultaneous accept finds the block and changes nothing.
    await blockPerson(services, viewer, otherId);
  }
  await db.transaction().execute(async (tx) => {
    const chat = requireFound(await lockChat(tx, viewer.userId, otherId));
    const { mine, theirs } = await findMembers(tx, chat, viewer.userId);
    if (!theirs.is_accepted) throw new Failure('not_found');
    if (answer === 'accept') await accept(services, tx, chat, mine);
    else if (answer === 'report') await report(services, tx, chat, mine);
    else if (mine.is_accepted || (await areFriends(tx, mine.user_id, mine.other_id))) throw new Failure('not_found');
    else await declineRequest(services, tx, chat, mine);
  });
  return countChats(services.pool, viewer.userId);
}

/** A user who never wrote cannot be reported. */
async function requireWritten({ db }: Services, userId: number, otherId: number): Promise<void> {
  const { rows } = await sql`
    select from chat_members where user_id = ${otherId} and other_id = ${userId} and is_accepted`.execute(db);
  if (rows.length === 0) throw new Failure('not_found');
}

async function accept(services: Services, tx: Tx, chat: LockedChat, mine: Member): Promise<void> {
  if (mine.is_accepted && mine.folder === 'main') return;
  const { rows } = await sql`
    select from blocks where user_id = ${mine.user_id} and blocked_id = ${mine.other_id}`.execute(tx);
  if (rows.length > 0) return;
  await moveToMainFolder(services, tx, chat, mine, true);
}

/** Moves the chat to the main folder; from now on the sender sees read receipts. */
async function moveToMainFolder(
  services: Services,
  tx: Tx,
  chat: LockedChat,
  mine: Member,
  isAccepted: boolean,
): Promise<void> {
  await setFolder(tx, chat, mine, { folder: 'main', isAccepted: isAccepted || mine.is_accepted });
  if (mine.folder === 'declined') await recountMembers(tx, chat);
  await publishChatEvent(services, tx, mine.user_id, { type: 'chat_line', user_id: mine.other_id });
  await publishChatEvent(services, tx, mine.other_id, { type: 'chat_marks', user_id: mine.user_id });
}

async function declineRequest(services: Services, tx: Tx, chat: LockedChat, mine: Member): Promise<void> {
  if (mine.folder === 'declined') return;
  await setFolder(tx, chat, mine, { folder: 'declined', isAccepted: false });
  await tx
    .updateTable('chat_members')
    .set({ unread: 0, is_marked: false, is_archived: false, pinned_at: null })
    .where('chat_id', '=', chat.id)
    .where('user_id', '=', mine.user_id)
    .execute();
  await publishChatEvent(services, tx, mine.user_id, { type: 'chat_line', user_id: mine.other_id });
}

async function setFolder(
  tx: Tx,
  chat: LockedChat,
  { user_id }: Member,
  { folder, isAccepted }: { folder: MemberFolder; isAccepted: boolean },
): Promise<void> {
  await tx
    .updateTable('chat_members')
    .set({ folder, is_accepted: isAccepted })
    .where('chat_id', '=', chat.id)
    .where('user_id', '=', user_id)
    .execute();
}

async function report(services: Services, tx: Tx, chat: LockedChat, mine: Member): Promise<void> {
  await complainAboutUser(services, tx, {
    userId: mine.user_id,
    aboutUserId: mine.other_id,
    reason: 'spam',
    evidence: await gatherEvidence(tx, chat, mine),
  });
  await declineRequest(services, tx, chat, mine);
}

interface EvidenceRow {
  sender_id: number;
  content: string;
  content_kinds: string[];
  created_at: Date;
}

/** Collects the last messages for staff, without those that the reader deleted. */
async function gatherEvidence(tx: Tx, chat: LockedChat, { user_id, cleared_seq }: Member): Promise<string> {
  const { rows } = await sql<EvidenceRow>`
    select sender_id, content, content_kinds, created_at from messages m
    where chat_id = ${chat.id} and seq > ${cleared_seq} and deleted_at is null
      and not exists (select from message_hides h where h.user_id = ${user_id} and h.message_id = m.id)
    order by seq desc limit ${EVIDENCE_MESSAGES}`.execute(tx);
  return rows
    .toReversed()
    .map(({ sender_id, content, content_kinds, created_at }) => {
      const time = created_at.toISOString().slice(0, 16).replace('T', ' ');
      const carried = content_kinds.map((kind) => `[${kind}]`).join(' ');
      const text = [content.slice(0, EVIDENCE_MESSAGE_CHARS), carried].filter(Boolean).join(' ');
      return `${time} ${sender_id === user_id ? '←' : '→'} ${text}`;
    })
    .join('\n');
}

/** Called when two users become friends: their chat leaves the folder of requests, wherever it was. */
export async function acceptMessageRequests(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  const chat = await lockChat(tx, oneId, otherId);
  if (chat === undefined) return;
  const { mine, theirs } = await findMembers(tx, chat, oneId);
  for (const member of [mine, theirs]) {
    if (member.folder !== 'main') await moveToMainFolder(services, tx, chat, member, false);
  }
}
