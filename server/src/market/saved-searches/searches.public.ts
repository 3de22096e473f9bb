import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import { matchSearches } from './match-searches.job.ts';

/**
 * Look for the searches that an ad meets once it is public, again, or at another price: each pair of search and ad is told
 * once, so that only those learn of it who had not met it.
 */
export async function onAdEventForSearches(
  { queue }: Pick<Services, 'queue'>,
  tx: Tx,
  events: readonly AdEvent[],
): Promise<void> {
  const found = new Set<number>();
  const erased: number[] = [];
  for (const { kind, adId } of events) {
    if (kind === 'erased') erased.push(adId);
    else if (kind !== 'left') found.add(adId);
  }
  if (erased.length > 0) await tx.deleteFrom('saved_search_matches').where('ad_id', 'in', erased).execute();
  await queue.addAll(
    tx,
    matchSearches,
    [...found].map((ad_id) => ({ payload: { ad_id }, key: String(ad_id) })),
  );
}

/** Everything that an erased person looked for. */
export async function eraseSearches(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('saved_searches').where('user_id', '=', userId).execute();
  await tx.deleteFrom('saved_search_letters').where('user_id', '=', userId).execute();
}
