import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { fetchLinkCardJob } from './fetch-link-card.job.ts';
import { isLinkSettled } from './link-cards.queries.ts';

/** Slow sites delay the cards of few senders, and nothing else. */
const LANES = 2;

interface SentLink {
  messageId: number;
  senderId: number;
  linkKey: string | null | undefined;
}

/** Queues the fetch of a message's card in the transaction of the message. A card that is stored shows at once. */
export async function queueLinkCard(
  { queue, clock }: Services,
  tx: Tx,
  { messageId, senderId, linkKey }: SentLink,
): Promise<void> {
  if (linkKey === null || linkKey === undefined || (await isLinkSettled(tx, linkKey, clock()))) return;
  const lane = `link-cards-${senderId % LANES}`;
  await queue.add(tx, fetchLinkCardJob, { message_id: messageId }, { key: String(messageId), priority: 10, lane });
}
