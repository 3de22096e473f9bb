import { type chatApi, type Message, PINNED_MESSAGES_MAX } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { mayProposeMeeting } from '../../market/deals/meetings/meeting-options.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { cardKey, presentCards } from './cards/cards.ts';
import { type ChatRow, findChats } from './list/chats.queries.ts';
import { presentFoundChats } from './list/present-chats.ts';
import { countNewContactsLeft, findUnknownSenderCard } from './message-requests.ts';
import { presentMessages } from './messages/present-messages.ts';

export async function presentChatHeader(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  boardId: number | null | undefined,
): Promise<ResponseOf<typeof chatApi.header>> {
  const { db, clock } = services;
  const [row] = await findChats(services.pool, viewer.userId, [otherId]);
  if (row === undefined) throw new Failure('not_found');
  const isKnownToOther = row.is_friend || row.knows_me === true || row.is_accepted === true;
  const isUnknownSender = !row.is_friend && row.is_accepted === false && row.last_id !== null;
  const extras = await findExtras(services, viewer.userId, row);
  const aboutId = boardId || extras.about;
  const [chats, about, pinned, stranger, newContactsLeft] = await Promise.all([
    presentFoundChats(services, viewer, [row]),
    aboutId === null ? null : presentAdCard(services, viewer, aboutId),
    listPinned(services, viewer, extras.pinned.map(Number)),
    isUnknownSender ? findUnknownSenderCard(services, viewer, otherId) : undefined,
    isKnownToOther ? null : countNewContactsLeft(db, viewer.userId, clock()),
  ]);
  const chat = requireFound(chats.get(otherId));
  const isAd = about?.kind === 'ad' && about.state !== 'gone';
  const may_meet = isAd && (await mayProposeMeeting(services, about.id, viewer.userId, otherId)) ? 1 : 0;
  const { scheduled } = extras;
  return { chat, about, may_meet, pinned, stranger: stranger ?? null, scheduled, strangers_left: newContactsLeft };
}

interface HeaderExtras {
  /** The ad that the chat is about. */
  about: number | null;
  /** Ids of pinned messages, the latest pin first. */
  pinned: string[];
  scheduled: number;
}

/** Reads by primary keys, messages_pinned and the messages that wait for their time. */
async function findExtras(
  { db }: Services,
  userId: number,
  { chat_id, other_id }: Pick<ChatRow, 'chat_id' | 'other_id'>,
): Promise<HeaderExtras> {
  const { rows } = await sql<HeaderExtras>`-- named chat-header-extras
    select
      (select about_ad_id from chats where id = ${chat_id}::bigint) as about,
      array(select id from messages where chat_id = ${chat_id}::bigint and pinned_at is not null
            order by pinned_at desc, seq desc limit ${sql.lit(PINNED_MESSAGES_MAX)}) as pinned,
      (select count(*) from scheduled_messages
       where sender_id = ${userId}::bigint and receiver_id = ${other_id}::bigint) as scheduled`.execute(db);
  return rows[0] ?? { about: null, pinned: [], scheduled: 0 };
}

async function presentAdCard(services: Services, viewer: SignedInViewer, id: number) {
  const ref = { kind: 'ad' as const, id };
  return (await presentCards(services, viewer, [ref])).get(cardKey(ref)) ?? null;
}

async function listPinned(services: Services, viewer: SignedInViewer, ids: readonly number[]): Promise<Message[]> {
  const messages = await presentMessages(services, viewer, ids);
  return ids.flatMap((id) => [messages.get(id)].filter((message) => message !== undefined));
}
