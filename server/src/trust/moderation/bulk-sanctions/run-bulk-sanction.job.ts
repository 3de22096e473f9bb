import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { isStaffAccount, lockAccount } from '../../../people/users/accounts.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { applySanction } from '../apply-sanction.ts';
import { resolvedCase } from '../case-state.ts';
import { endSanction, lockSanction } from '../end-sanction.ts';
import { findModerationTarget, parseObjectRef } from '../moderation-target.public.ts';
import type { BulkSanctionsTable } from './bulk-sanctions.tables.ts';
import { leaveBulkSanction } from './leave-bulk-sanction.ts';

const BATCH = 20;
/** Maximum of each kind hidden per account: above what an abuser writes before detection. */
const HIDDEN_MAX = 500;

type BulkSanctionRow = Selectable<BulkSanctionsTable>;

/** Applies or undoes a bulk sanction in batches. Progress is stored per account, so an interrupted job resumes. */
export const runBulkSanction = defineJob({
  name: 'run-bulk-sanction',
  payload: z.object({ wave_id: z.number().int() }),
  run: async (services: Services, { wave_id }) => {
    while (await services.db.transaction().execute((tx) => runBatch(services, tx, wave_id)))
      services.publicCache.invalidate();
    services.publicCache.invalidate();
  },
});

/** True while accounts are left. Locks the row of the bulk sanction, so that undoing waits for the running batch. */
async function runBatch(services: Services, tx: Tx, bulkSanctionId: number): Promise<boolean> {
  const bulkSanction = await tx
    .selectFrom('bulk_sanctions')
    .selectAll()
    .where('id', '=', bulkSanctionId)
    .forUpdate()
    .executeTakeFirst();
  if (bulkSanction?.state !== 'running' && bulkSanction?.state !== 'undoing') return false;
  const isUndone = bulkSanction.state === 'undoing';
  const accounts = await tx
    .selectFrom('bulk_sanction_accounts')
    .select(['user_id', 'sanction_id'])
    .where('bulk_sanction_id', '=', bulkSanctionId)
    .where('state', 'in', isUndone ? ['waiting', 'done'] : ['waiting'])
    .orderBy('user_id')
    .limit(BATCH)
    .execute();
  for (const account of accounts) {
    if (isUndone) await undoSuspension(services, tx, bulkSanction, account);
    else await suspendAccount(services, tx, bulkSanction, account.user_id);
  }
  if (accounts.length === BATCH) return true;
  const state = isUndone ? 'undone' : 'done';
  await tx
    .updateTable('bulk_sanctions')
    .set({ state, finished_at: services.clock() })
    .where('id', '=', bulkSanctionId)
    .execute();
  return false;
}

async function suspendAccount(
  services: Services,
  tx: Tx,
  bulkSanction: BulkSanctionRow,
  userId: number,
): Promise<void> {
  const account = await lockAccount(tx, userId);
  const row = tx
    .updateTable('bulk_sanction_accounts')
    .where('bulk_sanction_id', '=', bulkSanction.id)
    .where('user_id', '=', userId);
  if (account?.status !== 'active' || account.deleted_at !== null || isStaffAccount(account)) {
    await row.set({ state: 'skipped' }).execute();
    return;
  }
  const hidden = await hideWritten(services, tx, bulkSanction, userId);
  const sanction_id = await applySanction(services, tx, {
    userId,
    kind: 'suspend',
    object: '',
    caseId: null,
    rule: 'spam',
    reason: bulkSanction.reason,
    evidence: {},
    decidedBy: bulkSanction.staff_id,
  });
  await closeRuleCases(services, tx, bulkSanction, userId);
  await row.set({ state: 'done', sanction_id, hidden }).execute();
}

/**
 * Ads, publications and the profile are hidden with the account; comments on other pages, and reviews about others,
 * are hidden one by one.
 */
async function hideWritten(
  services: Services,
  tx: Tx,
  bulkSanction: BulkSanctionRow,
  userId: number,
): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    (select 'comment:' || id as object from comments
      where user_id = ${userId} and deleted_at is null and not hidden order by id desc limit ${HIDDEN_MAX})
    union all
    (select 'publication_comment:' || id from publication_comments
      where user_id = ${userId} and deleted_at is null and not hidden order by id desc limit ${HIDDEN_MAX})
    union all
    (select 'deal_review:' || id from deal_reviews
      where author_id = ${userId} and hidden_at is null order by id desc limit ${HIDDEN_MAX})`.execute(tx);
  const hidden: string[] = [];
  const decision = { reason: bulkSanction.reason, holder: '', decidedBy: bulkSanction.staff_id };
  for (const { object } of rows) {
    const { kind, id } = parseObjectRef(object);
    const target = findModerationTarget(kind);
    await target?.lock?.(tx, id);
    if (await target?.hide?.(services, tx, id, decision)) hidden.push(object);
  }
  return hidden;
}

/** Closes the rule cases about the user. Complaints stay open, since complainers expect an answer. */
async function closeRuleCases(
  { clock }: Services,
  tx: Tx,
  bulkSanction: BulkSanctionRow,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('moderation_cases')
    .set(resolvedCase({ by: bulkSanction.staff_id, outcome: 'suspend', resolution: bulkSanction.reason, now: clock() }))
    .where('about_user_id', '=', userId)
    .where('kind', 'in', ['rule', 'hold'])
    .where('state', '<>', 'resolved')
    .execute();
}

async function undoSuspension(
  services: Services,
  tx: Tx,
  bulkSanction: BulkSanctionRow,
  { user_id, sanction_id }: { user_id: number; sanction_id: number | null },
): Promise<void> {
  await lockAccount(tx, user_id);
  const sanction = sanction_id === null ? undefined : await lockSanction(tx, sanction_id);
  // A user reinstated meanwhile, by an appeal, was already notified.
  if (sanction?.ended_at === null)
    await endSanction(services, tx, sanction, { what: 'lifted', answer: '', by: bulkSanction.staff_id });
  else if (sanction !== undefined) await leaveBulkSanction(services, tx, user_id, sanction.id);
  await tx
    .updateTable('bulk_sanction_accounts')
    .set({ state: 'undone' })
    .where('bulk_sanction_id', '=', bulkSanction.id)
    .where('user_id', '=', user_id)
    .execute();
}
