import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { closeCases } from './close-cases.public.ts';
import { endSanction, type SanctionRow } from './end-sanction.ts';

/** Revokes a sanction that the caller has locked, which also answers a pending appeal. */
export async function revokeSanction(
  services: Services,
  tx: Tx,
  sanction: SanctionRow,
  { answer, by }: { answer: string; by: number | null },
): Promise<void> {
  const { id, appealed_at, appeal_outcome } = sanction;
  const isAppealed = appealed_at !== null && appeal_outcome === '';
  if (isAppealed) await tx.updateTable('sanctions').set({ appeal_outcome: 'lifted' }).where('id', '=', id).execute();
  await closeCases(tx, { object: `measure:${id}`, by, outcome: 'lift', now: services.clock() });
  await endSanction(services, tx, sanction, { what: 'lifted', answer, by });
}
