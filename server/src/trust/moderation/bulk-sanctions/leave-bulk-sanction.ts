import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { findModerationTarget, parseObjectRef } from '../moderation-target.public.ts';

interface SuspendedAccountRow {
  bulk_sanction_id: number;
  hidden: string[];
  staff_id: number;
  reason: string;
  created_at: Date;
}

/**
 * Removes a user from the bulk sanction that suspended them: content hidden by it reappears, and its rule cases reopen.
 * Does nothing for other sanctions. The caller has locked the user.
 */
export async function leaveBulkSanction(services: Services, tx: Tx, userId: number, sanctionId: number): Promise<void> {
  const { rows } = await sql<SuspendedAccountRow>`
    update bulk_sanction_accounts a set state = 'undone' from bulk_sanctions w
    where w.id = a.bulk_sanction_id and a.user_id = ${userId} and a.sanction_id = ${sanctionId} and a.state = 'done'
    returning a.bulk_sanction_id, a.hidden, w.staff_id, w.reason, w.created_at`.execute(tx);
  for (const account of rows) {
    for (const object of account.hidden) {
      const { kind, id } = parseObjectRef(object);
      const target = findModerationTarget(kind);
      await target?.lock?.(tx, id);
      await target?.restore?.(services, tx, id, account.staff_id);
    }
    await reopenRuleCases(tx, userId, account);
  }
}

async function reopenRuleCases(
  tx: Tx,
  userId: number,
  { staff_id, reason, created_at }: SuspendedAccountRow,
): Promise<void> {
  await sql`
    update moderation_cases c set state = 'reopened', resolved_by = null, resolved_at = null, outcome = '', resolution = ''
    where c.about_user_id = ${userId} and c.kind in ('rule', 'hold') and c.state = 'resolved' and c.outcome = 'suspend'
      and c.resolved_by = ${staff_id} and c.resolved_at >= ${created_at} and c.resolution = ${reason}
      and not exists (
        select from moderation_cases o where o.kind = c.kind and o.object = c.object and o.state <> 'resolved')`.execute(
    tx,
  );
}
