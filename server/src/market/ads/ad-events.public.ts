import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';

/**
 * What happened to an ad, told inside the transaction in which it happens.
 *
 * `published`: public for the first time, or after staff let it through. `left`: no longer public. `returned`: public again.
 * `price`: another price on a public ad. `erased`: the row is about to be deleted.
 */
export interface AdEvent {
  kind: 'published' | 'price' | 'left' | 'returned' | 'erased';
  adId: number;
  ownerId: number;
  /** With `price` only; 0 = not stated. */
  priceBefore?: number;
  price?: number;
}

/** Somebody who wants to know; many events come at once when a job works through many ads. */
export type AdListener = (services: Services, tx: Tx, events: readonly AdEvent[]) => Promise<void>;

/** Tell every listener, one after another: they share the transaction. */
export async function emitAdEvents(
  services: Services,
  listeners: readonly AdListener[],
  tx: Tx,
  events: readonly AdEvent[],
): Promise<void> {
  if (events.length === 0) return;
  for (const listener of listeners) await listener(services, tx, events);
}
