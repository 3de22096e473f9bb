import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import { matchSearches } from './match-searches.job.ts';

/**
 * Queues matching when an ad becomes public, returns, or changes its price. Each pair of search and ad is notified
 * once, so only new matches are reported.
 */
export async function onAdEventForSearches({ queue }: Services, tx: Tx, events: readonly AdEvent[]): Promise<void> {
  const found = new Set<number>();
  const erased: number[] = [];
  for (const { kind, adId } of events) {
    if (kind === 'erased') erased.push(adId);
    else if (kind !== 'left' && kind !== 'narrowed') found.add(adId);
  }
  if (erased.length > 0) {
    await tx.deleteFrom('saved_search_matches').where('ad_id', 'in', erased).execute();
    await tx.deleteFrom('saved_searches').where('wanted_ad_id', 'in', erased).execute();
  }
  await queue.addAll(
    tx,
    matchSearches,
    [...found].map((ad_id) => ({ payload: { ad_id }, key: String(ad_id) })),
  );
}

export async function eraseSearches(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('saved_searches').where('user_id', '=', userId).execute();
  await tx.deleteFrom('saved_search_emails').where('user_id', '=', userId).execute();
}
