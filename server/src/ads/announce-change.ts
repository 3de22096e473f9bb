import type { Tx } from '../database.ts';
import type { Services } from '../services.ts';
import type { AdEvent } from './ad-events.public.ts';
import { type AdRow, findAd } from './ads.queries.ts';

type Seen = Pick<AdRow, 'is_public' | 'price_roubles'>;

/**
 * Tell what the changes of this transaction amount to, once they are all made: what listeners care for is whether people
 * see the ad, and at what price. `before` is the locked ad as it was; a new one has none.
 */
export async function announceChange(
  services: Pick<Services, 'adEvents' | 'clock'>,
  tx: Tx,
  before: Seen | undefined,
  adId: number,
): Promise<void> {
  const ad = await findAd(tx, adId);
  if (ad === undefined) return;
  const wasPublic = before?.is_public ?? false;
  const isFirst = ad.published_at === null && ad.is_public && !wasPublic;
  // Feeds bring ads that are public from the start.
  if (ad.published_at === null && (ad.is_public || wasPublic)) {
    await tx.updateTable('ads').set({ published_at: services.clock() }).where('id', '=', adId).execute();
  }
  await services.adEvents(tx, ...eventsOf(before, ad, isFirst));
}

function eventsOf(before: Seen | undefined, ad: AdRow, isFirst: boolean): AdEvent[] {
  const about = { adId: ad.id, ownerId: ad.owner_id };
  if (isFirst) return [{ kind: 'published', ...about }];
  const wasPublic = before?.is_public ?? false;
  const moved: AdEvent[] = wasPublic === ad.is_public ? [] : [{ kind: ad.is_public ? 'returned' : 'left', ...about }];
  if (before === undefined || !ad.is_public || before.price_roubles === ad.price_roubles) return moved;
  return [...moved, { kind: 'price', ...about, priceBefore: before.price_roubles, price: ad.price_roubles }];
}
