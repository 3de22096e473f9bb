import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { fetchLinkCardJob } from './fetch-link-card.job.ts';
import { isLinkSettled } from './link-cards.queries.ts';

/** Queues the fetch of a message's card in the transaction of the message. A card that is kept shows at once. */
export async function queueLinkCard(
  { queue, clock }: Services,
  tx: Tx,
  messageId: number,
  linkKey: string | null | undefined,
): Promise<void> {
  if (linkKey === null || linkKey === undefined || (await isLinkSettled(tx, linkKey, clock()))) return;
  await queue.add(tx, fetchLinkCardJob, { message_id: messageId }, { key: String(messageId) });
}
