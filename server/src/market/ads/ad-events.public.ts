import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

/**
 * An event of an ad, emitted inside the transaction that causes it.
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

export type AdListener = (services: Services, tx: Tx, events: readonly AdEvent[]) => Promise<void>;

/** Calls the listeners one after another, because they share the transaction. */
export async function emitAdEvents(
  services: Services,
  listeners: readonly AdListener[],
  tx: Tx,
  events: readonly AdEvent[],
): Promise<void> {
  if (events.length === 0) return;
  for (const listener of listeners) await listener(services, tx, events);
}
