import type { BodyOf } from '@app/contract/platform/endpoint';
import { BULK_SANCTION_MAX, type BulkSanction, type bulkSanctionsApi } from '@app/contract/trust/rules';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { findSanctionableAccounts } from './account-clusters.ts';
import { getBulkSanction, undoUntil } from './bulk-sanctions.queries.ts';
import { runBulkSanction } from './run-bulk-sanction.job.ts';

/**
 * Suspends a cluster and hides its content. The accounts are fixed and written to the audit log now; a job does the
 * work. Fails if the cluster has changed since the moderator saw it.
 */
export async function startBulkSanction(
  services: Services,
  viewer: SignedInViewer,
  draft: BodyOf<(typeof bulkSanctionsApi)['start']>,
  idempotency: IdempotencyKey | undefined,
): Promise<BulkSanction> {
  const { db, clock, queue } = services;
  const { by, value, days, reason, expected } = draft;
  const now = clock();
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const exceptIds = draft.except_ids;
      const selected = await findSanctionableAccounts(tx, now, {
        by,
        value,
        days,
        exceptIds,
        withTrusted: draft.with_trusted === 1,
        limit: BULK_SANCTION_MAX + 1,
      });
      if (selected.length !== expected) throw new Failure('conflict', { details: { accounts: selected.length } });
      const { id } = await tx
        .insertInto('bulk_sanctions')
        .values({ staff_id: viewer.userId, shared: by, value, reason, total: selected.length, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('bulk_sanction_accounts')
        .values(selected.map((account) => ({ bulk_sanction_id: id, user_id: account.id, sanction_id: null })))
        .execute();
      const object = `wave:${id}`;
      await recordStaffAction(tx, viewer, now, {
        action: 'moderation.wave',
        object,
        details: { by, value, accounts: selected.length },
      });
      for (const account of selected)
        await recordStaffAction(tx, viewer, now, {
          action: 'users.suspend',
          object,
          aboutUserId: account.id,
          details: { by },
        });
      await queue.add(tx, runBulkSanction, { wave_id: id }, { key: object });
      return id;
    }),
  );
  return getBulkSanction(db, clock(), id);
}

export async function undoBulkSanction(services: Services, viewer: SignedInViewer, id: number): Promise<BulkSanction> {
  const { db, clock, queue } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const bulkSanction = await tx
      .selectFrom('bulk_sanctions')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (bulkSanction === undefined) throw new Failure('not_found');
    const isOpen = bulkSanction.state === 'running' || bulkSanction.state === 'done';
    if (!isOpen || undoUntil(bulkSanction.created_at) <= now) throw new Failure('conflict');
    await tx.updateTable('bulk_sanctions').set({ state: 'undoing', finished_at: null }).where('id', '=', id).execute();
    const accounts = await tx
      .selectFrom('bulk_sanction_accounts')
      .select('user_id')
      .where('bulk_sanction_id', '=', id)
      .where('state', 'in', ['waiting', 'done'])
      .execute();
    const object = `wave:${id}`;
    await recordStaffAction(tx, viewer, now, { action: 'moderation.undo_wave', object });
    for (const { user_id } of accounts)
      await recordStaffAction(tx, viewer, now, { action: 'users.unsuspend', object, aboutUserId: user_id });
    await queue.add(tx, runBulkSanction, { wave_id: id }, { key: object });
  });
  return getBulkSanction(db, clock(), id);
}
