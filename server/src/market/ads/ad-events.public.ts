import type { AdDeal } from '@app/contract/market/ads';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';

/**
 * A change of an ad, announced inside the transaction that causes it.
 *
 * `published`: shown for the first time, or after staff approved it. `left`: no longer shown. `returned`: shown again.
 * `opened`, `narrowed`: shown to more or to fewer people than before. `price`: a new price of an ad that is shown. `erased`: the row is about to
 * be deleted. An ad may be shown to a circle only: listeners tell nobody outside its audience.
 */
export interface AdEvent {
  kind: 'published' | 'price' | 'left' | 'returned' | 'opened' | 'narrowed' | 'erased';
  adId: number;
  ownerId: number;
  /** Set for `price` only; 0 = not stated. */
  priceBefore?: number;
  price?: number;
  /** Set for `erased` only: all that is stored about the owner goes as well. */
  withOwner?: true;
}

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    'ads.changed': { changes: readonly AdEvent[] };
    /** The owner or staff saved the form of an ad: what it says may be new. */
    'ad.saved': { adId: number };
    /** A new visitor of the day came through a promoted card. */
    'ad.promotedViewed': { adId: number };
    /** The owner or staff marked the ad by hand as on offer, reserved or sold. The ad is locked. */
    'ad.marked': { adId: number; deal: AdDeal };
    /** The owner or staff archived ads by hand, unlike their term. The ads are locked. */
    'ads.archived': { adIds: readonly number[] };
  }
}

export async function emitAdEvents(services: Services, tx: Tx, changes: readonly AdEvent[]): Promise<void> {
  if (changes.length > 0) await emit(services, tx, { type: 'ads.changed', changes });
}
