import { type chatApi, type Message, PINNED_MESSAGES_MAX } from '@app/contract/messaging/chat';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { mayProposeMeeting } from '../../market/deals/meetings/meeting-options.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { cardKey, presentCards } from './cards/cards.ts';
import { countScheduled } from './extras/scheduled.queries.ts';
import { findChats } from './list/chats.queries.ts';
import { presentChats } from './list/present-chats.ts';
import { countNewContactsLeft, findUnknownSenderCard } from './message-requests.ts';
import { presentMessages } from './messages/present-messages.ts';

export async function presentChatHeader(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  boardId: number | null | undefined,
): Promise<ResponseOf<typeof chatApi.header>> {
  const { db, pool, clock } = services;
  const [row] = await findChats(pool, viewer.userId, [otherId]);
  if (row === undefined) throw new Failure('not_found');
  const { chat_id } = row;
  const isKnownToOther = row.is_friend || row.knows_me === true || row.is_accepted === true;
  const isUnknownSender = !row.is_friend && row.is_accepted === false && row.last_id !== null;
  const aboutId = boardId || (chat_id === null ? null : await findAboutAd(services, chat_id));
  const [chats, about, pinned, stranger, scheduled, newContactsLeft] = await Promise.all([
    presentChats(services, viewer, [otherId]),
    aboutId === null ? null : presentAdCard(services, viewer, aboutId),
    chat_id === null ? [] : listPinned(services, viewer, chat_id),
    isUnknownSender ? findUnknownSenderCard(services, viewer, otherId) : undefined,
    countScheduled(db, viewer.userId, otherId),
    isKnownToOther ? null : countNewContactsLeft(db, viewer.userId, clock()),
  ]);
  const chat = requireFound(chats.get(otherId));
  const isAd = about?.kind === 'ad' && about.state !== 'gone';
  const may_meet = isAd && (await mayProposeMeeting(services, about.id, viewer.userId, otherId)) ? 1 : 0;
  return { chat, about, may_meet, pinned, stranger: stranger ?? null, scheduled, strangers_left: newContactsLeft };
}

async function findAboutAd({ db }: Services, chatId: number): Promise<number | null> {
  const row = await db.selectFrom('chats').select('about_ad_id').where('id', '=', chatId).executeTakeFirst();
  return row?.about_ad_id ?? null;
}

async function presentAdCard(services: Services, viewer: SignedInViewer, id: number) {
  const ref = { kind: 'ad' as const, id };
  return (await presentCards(services, viewer, [ref])).get(cardKey(ref)) ?? null;
}

/** Latest pin first. Served by messages_pinned. */
async function listPinned(services: Services, viewer: SignedInViewer, chatId: number): Promise<Message[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where chat_id = ${chatId} and pinned_at is not null
    order by pinned_at desc, seq desc limit ${PINNED_MESSAGES_MAX}`.execute(services.db);
  const ids = rows.map(({ id }) => id);
  const messages = await presentMessages(services, viewer, ids);
  return ids.flatMap((id) => [messages.get(id)].filter((message) => message !== undefined));
}
