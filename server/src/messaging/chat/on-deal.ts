import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { DomainEvent } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
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
export async function publishOffersChanged(services: Services, tx: Tx, offerIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where card_kind = 'offer' and card_id = any(${offerIds}::bigint[]) and deleted_at is null
    order by id`.execute(tx);
  for (const { id } of rows) await publishMessageChanged(services, tx, id);
}
