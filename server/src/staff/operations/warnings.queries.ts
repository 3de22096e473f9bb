import type { Statistics } from '@app/contract/staff/operations';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { OperationCondition } from './find-warnings.ts';

export async function listWarnings(db: Db): Promise<Statistics['warnings']> {
  const rows = await db.selectFrom('operation_warnings').selectAll().orderBy('since').orderBy('what').execute();
  return rows.map(({ what, amount, since }) => ({ what, amount, since: since.toISOString() }));
}

/** Stores what is about to break now, forgets what is over, and returns what is new. */
export async function replaceWarnings(
  tx: Tx,
  found: readonly OperationCondition[],
  now: Date,
): Promise<OperationCondition[]> {
  const names = found.map(({ what }) => what);
  await tx
    .deleteFrom('operation_warnings')
    .$if(names.length > 0, (query) => query.where('what', 'not in', names))
    .execute();
  const known = await tx.selectFrom('operation_warnings').select('what').forUpdate().execute();
  if (found.length > 0) {
    await tx
      .insertInto('operation_warnings')
      .values(found.map(({ what, amount }) => ({ what, amount, since: now, checked_at: now })))
      .onConflict((conflict) =>
        conflict.column('what').doUpdateSet((row) => ({
          amount: row.ref('excluded.amount'),
          checked_at: row.ref('excluded.checked_at'),
        })),
      )
      .execute();
  }
  return found.filter(({ what }) => known.every((row) => row.what !== what));
}
