import type { Tx } from '../database/tables.ts';
import { type DomainEvent, type EventType, type Listener, listDomains } from './domain.ts';
import type { Services } from './services.ts';

/**
 * Runs the listeners of an event in the order of the list of domains, in the caller's transaction, which fails when one
 * of them fails. What a listener does outside the database it queues as a job.
 */
export async function emit<T extends EventType>(
  services: Services,
  tx: Tx,
  event: Extract<DomainEvent, { type: T }>,
): Promise<void> {
  for (const { on } of listDomains()) {
    const listener = on?.[event.type as T] as Listener<T> | undefined;
    await listener?.(services, tx, event);
  }
}
