import { PINNED_MESSAGES_MAX } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { DomainEvent } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import { lockChat } from './lock-chat.ts';
import { sendWithin } from './messages/send-message.ts';
import { publishMessageChanged } from './publish-chat-event.ts';

/** Sends the message of an offer. An offer that no message may carry is not made. */
export async function sendOffer(
  services: Services,
  tx: Tx,
  { offerId, adId, senderId, receiverId }: Extract<DomainEvent, { type: 'deal.offered' }>,
): Promise<void> {
  const draft = { content: '', board_id: adId };
  await sendWithin(services, tx, senderId, receiverId, draft, { card: { kind: 'offer', id: offerId } });
}

/** Publishes the messages of offers that changed. Served by messages_offer_cards. */
export async function onDealChanged(
  services: Services,
  tx: Tx,
  { offerIds, pin }: Extract<DomainEvent, { type: 'deal.changed' }>,
): Promise<void> {
  if (pin !== undefined) await pinOffer(services, tx, pin);
  const { rows } = await sql<{ id: number }>`
    select id from messages where card_kind = 'offer' and card_id = any(${offerIds}::bigint[]) and deleted_at is null
    order by id`.execute(tx);
  for (const { id } of rows) await publishMessageChanged(services, tx, id);
}

/** Pins the message of an offer, so that it is found when the two met. A chat full of pins is left as it is. */
async function pinOffer(
  { clock }: Services,
  tx: Tx,
  { offerId, isOn }: { offerId: number; isOn: boolean },
): Promise<void> {
  const { rows } = await sql<{ id: number; chat_id: number; low_id: number; high_id: number }>`
    select m.id, m.chat_id, c.low_id, c.high_id from messages m join chats c on c.id = m.chat_id
    where m.card_kind = 'offer' and m.card_id = ${offerId} and m.deleted_at is null`.execute(tx);
  const [message] = rows;
  if (message === undefined) return;
  await lockChat(tx, message.low_id, message.high_id);
  await sql`
    update messages set pinned_at = ${isOn ? clock() : null}
    where id = ${message.id} and (not ${isOn} or (
      select count(*) from messages where chat_id = ${message.chat_id} and pinned_at is not null
    ) < ${PINNED_MESSAGES_MAX})`.execute(tx);
}
