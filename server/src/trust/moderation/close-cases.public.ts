import type { CaseAction, CaseKind } from '@app/contract/trust/cases';
import type { Tx } from '../../platform/database/tables.ts';
import { resolvedCase } from './case-state.ts';

interface CaseClosing {
  object: string;
  kinds?: readonly CaseKind[];
  by: number | null;
  outcome: CaseAction;
  resolution?: string;
  now: Date;
}

/** Closes open cases about content that were settled elsewhere: by staff on the page, or by a fix of the owner. */
export async function closeCases(tx: Tx, { object, kinds, by, outcome, resolution, now }: CaseClosing): Promise<void> {
  let query = tx
    .updateTable('moderation_cases')
    .set(resolvedCase({ by, outcome, resolution, now }))
    .where('object', '=', object)
    .where('state', '<>', 'resolved');
  if (kinds !== undefined) query = query.where('kind', 'in', [...kinds]);
  await query.execute();
}

/**
 * Locks a case before its complaints, the order used everywhere: when the last two are answered in parallel, one sees
 * the other. Returns who claimed the case.
 */
export async function lockCase(tx: Tx, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('moderation_cases')
    .select('taken_by')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.taken_by ?? null;
}

/** Decides a case once all its complaints were answered one by one. */
export async function closeAnsweredCase(
  tx: Tx,
  { id, by, outcome, now }: { id: number; by: number; outcome: CaseAction; now: Date },
): Promise<{ object: string; wasHidden: boolean } | undefined> {
  const row = await tx
    .selectFrom('moderation_cases')
    .select(['object', 'hidden_at'])
    .where('id', '=', id)
    .where('state', '<>', 'resolved')
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await tx.updateTable('moderation_cases').set(resolvedCase({ by, outcome, now })).where('id', '=', id).execute();
  return { object: row.object, wasHidden: row.hidden_at !== null };
}

export async function markCaseHidden(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('moderation_cases').set({ hidden_at: now }).where('id', '=', id).execute();
}
