import { type DealCardKind, PINNED_MESSAGES_MAX } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { DomainEvent } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { lockChat } from './lock-chat.ts';
import { sendWithin } from './messages/send-message.ts';
import { publishMessageChanged } from './publish-chat-event.ts';

interface SentCard {
  kind: DealCardKind;
  id: number;
}

/** Sends the message of an offer. An offer that no message may carry is not made. */
export const sendOffer = (
  services: Services,
  tx: Tx,
  { offerId, ...sent }: Extract<DomainEvent, { type: 'deal.offered' }>,
): Promise<void> => sendCard(services, tx, sent, { kind: 'offer', id: offerId });

/** Sends the message of a meeting, as that of an offer. */
export const sendMeeting = (
  services: Services,
  tx: Tx,
  { meetingId, ...sent }: Extract<DomainEvent, { type: 'meeting.proposed' }>,
): Promise<void> => sendCard(services, tx, sent, { kind: 'meeting', id: meetingId });

async function sendCard(
  services: Services,
  tx: Tx,
  { adId, senderId, receiverId }: { adId: number | null; senderId: number; receiverId: number },
  card: SentCard,
): Promise<void> {
  await sendWithin(services, tx, senderId, receiverId, { content: '', board_id: adId }, { card });
}

export async function onDealChanged(
  services: Services,
  tx: Tx,
  { offerIds, pin }: Extract<DomainEvent, { type: 'deal.changed' }>,
): Promise<void> {
  if (pin !== undefined) await pinCard(services, tx, { kind: 'offer', id: pin.offerId }, pin.isOn);
  await publishCards(services, tx, 'offer', offerIds);
}

export async function onMeetingsChanged(
  services: Services,
  tx: Tx,
  { meetingIds, isPinned }: Extract<DomainEvent, { type: 'meeting.changed' }>,
): Promise<void> {
  if (isPinned !== undefined)
    for (const id of meetingIds) await pinCard(services, tx, { kind: 'meeting', id }, isPinned);
  await publishCards(services, tx, 'meeting', meetingIds);
}

/** Publishes the messages of cards that changed. Served by messages_offer_cards and messages_meeting_cards. */
async function publishCards(services: Services, tx: Tx, kind: DealCardKind, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where card_kind = ${sql.lit(kind)} and card_id = any(${ids}::bigint[]) and deleted_at is null
    order by id`.execute(tx);
  for (const { id } of rows) await publishMessageChanged(services, tx, id);
}

/** Pins the message of a card, so that it is found when the two meet. A chat full of pins is left as it is. */
async function pinCard({ clock }: Services, tx: Tx, { kind, id }: SentCard, isOn: boolean): Promise<void> {
  const { rows } = await sql<{ id: number; chat_id: number; low_id: number; high_id: number }>`
    select m.id, m.chat_id, c.low_id, c.high_id from messages m join chats c on c.id = m.chat_id
    where m.card_kind = ${sql.lit(kind)} and m.card_id = ${id} and m.deleted_at is null`.execute(tx);
  const [message] = rows;
  if (message === undefined) return;
  await lockChat(tx, message.low_id, message.high_id);
  await sql`
    update messages set pinned_at = ${isOn ? clock() : null}
    where id = ${message.id} and (not ${isOn} or (
      select count(*) from messages where chat_id = ${message.chat_id} and pinned_at is not null
    ) < ${PINNED_MESSAGES_MAX})`.execute(tx);
}
