import type { CaseAction, CaseKind } from '@app/contract/trust/cases';
import type { Tx } from '../../platform/database/tables.ts';
import { resolvedCase } from './case-state.ts';

interface CaseClosing {
  object: string;
  /** Which of its cases; all of them when it is left out. */
  kinds?: readonly CaseKind[];
  /** Who decided; null when nobody had to. */
  by: number | null;
  outcome: CaseAction;
  resolution?: string;
  now: Date;
}

/** What waits about a thing is decided elsewhere than in the queue: by staff on its page, or by its owner who mended it. */
export async function closeCases(tx: Tx, { object, kinds, by, outcome, resolution, now }: CaseClosing): Promise<void> {
  let query = tx
    .updateTable('moderation_cases')
    .set(resolvedCase({ by, outcome, resolution, now }))
    .where('object', '=', object)
    .where('state', '<>', 'resolved');
  if (kinds !== undefined) query = query.where('kind', 'in', [...kinds]);
  await query.execute();
}

/** Hold a case before its complaints, as everybody does: of the last two that are answered at once, one sees the other. The answer is who has taken it. */
export async function lockCase(tx: Tx, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('moderation_cases')
    .select('taken_by')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.taken_by ?? null;
}

/** A case all of whose complaints are answered one by one is decided with them. */
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

/** The thing of a case is out of sight until it is decided. */
export async function markCaseHidden(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('moderation_cases').set({ hidden_at: now }).where('id', '=', id).execute();
}
