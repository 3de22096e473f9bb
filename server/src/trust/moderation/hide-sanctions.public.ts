import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { applySanction, type SanctionDraft } from './apply-sanction.ts';
import { revokeSanction } from './revoke-sanction.ts';

/**
 * Sanctions content taken down outside of a case, and notifies its owner with the way to appeal. The caller has locked
 * the content.
 */
export async function applyHideSanction(
  services: Services,
  tx: Tx,
  draft: Pick<SanctionDraft, 'userId' | 'object' | 'rule' | 'reason' | 'evidence' | 'decidedBy'>,
): Promise<void> {
  await applySanction(services, tx, { ...draft, kind: 'hide', caseId: null });
}

/** Why staff hid content of a user, by its object name. */
export async function findHideReasons(
  db: Db,
  userId: number,
  objects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (objects.length === 0) return new Map();
  const rows = await db
    .selectFrom('sanctions')
    .select(['object', 'reason'])
    .where('object', 'in', [...objects])
    .where('user_id', '=', userId)
    .where('kind', '=', 'hide')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ object, reason }) => [object, reason]));
}

/** Whether an appealable sanction hides the content. */
export async function isHiddenBySanction(tx: Tx, object: string): Promise<boolean> {
  const row = await selectHideSanctions(tx, object).select('id').executeTakeFirst();
  return row !== undefined;
}

/**
 * Revokes the sanction that hides content which staff restore outside the queue. False: there was none. The caller has
 * locked the content.
 */
export async function liftHideSanctions(services: Services, tx: Tx, object: string, by: number): Promise<boolean> {
  const rows = await selectHideSanctions(tx, object).selectAll().orderBy('id').forNoKeyUpdate().execute();
  for (const sanction of rows) await revokeSanction(services, tx, sanction, { answer: '', by });
  return rows.length > 0;
}

const selectHideSanctions = (tx: Tx, object: string) =>
  tx.selectFrom('sanctions').where('object', '=', object).where('kind', '=', 'hide').where('ended_at', 'is', null);
