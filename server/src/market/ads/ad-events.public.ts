import type { AdDeal } from '@app/contract/market/ads';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';

/**
 * A change of an ad, announced inside the transaction that causes it.
 *
 * `published`: public for the first time, or after staff approved it. `left`: no longer public. `returned`: public
 * again. `price`: a new price of a public ad. `erased`: the row is about to be deleted.
 */
export interface AdEvent {
  kind: 'published' | 'price' | 'left' | 'returned' | 'erased';
  adId: number;
  ownerId: number;
  /** Set for `price` only; 0 = not stated. */
  priceBefore?: number;
  price?: number;
}

declare module '../../platform/domain/domain.ts' {
  interface DomainEvents {
    'ads.changed': { changes: readonly AdEvent[] };
    /** A new visitor of the day came through a promoted card. */
    'ad.promotedViewed': { adId: number };
    /** The owner or staff marked the ad by hand as on offer, reserved or sold. The ad is locked. */
    'ad.marked': { adId: number; deal: AdDeal };
  }
}

export async function emitAdEvents(services: Services, tx: Tx, changes: readonly AdEvent[]): Promise<void> {
  if (changes.length > 0) await emit(services, tx, { type: 'ads.changed', changes });
}
