import { permissionsOf } from '@app/contract/platform/permissions';
import type { Approval } from '@app/contract/staff/staff';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { requireReauthentication } from '../../people/auth/reauthentication.public.ts';
import { isStaffAccount } from '../../people/users/accounts.public.ts';
import { lockSuspendedUser, markForErasure } from '../../people/users/erase-suspended.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { APPROVAL_PERMISSIONS, decidableKinds, isWaiting, mayDecide } from './approval.policy.ts';
import { type ApprovalRow, lockApproval, updateApproval } from './approvals.queries.ts';
import { executeApproval } from './execute-approval.job.ts';
import { notifyApprovers } from './notify-approvers.ts';
import { countExportedPeople, getApproval } from './present-approval.ts';

export async function grantApproval(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  currentPassword: string | undefined,
): Promise<Approval> {
  const { db, clock, queue } = services;
  assertMayDecide(viewer);
  await requireReauthentication(services, viewer, currentPassword);
  await db.transaction().execute(async (tx) => {
    const row = await lockForDecision(services, tx, viewer, id);
    await assertAskerStillPermitted(tx, row);
    const now = clock();
    await updateApproval(tx, id, { state: 'approved', decided_by: viewer.userId, decided_at: now });
    if (row.kind === 'erase_user' && row.about_user_id !== null) {
      // The requester's restore period was checked when the request was made.
      const person = await lockSuspendedUser(tx, row.about_user_id, { now, maySkipWait: true });
      // A user who was reinstated and suspended again meanwhile has a new restore period that the request did not
      // cover.
      if (person.suspended_at !== null && person.suspended_at > row.asked_at) throw new Failure('conflict');
      await markForErasure(services, tx, row.about_user_id);
      await updateApproval(tx, id, { state: 'done', done_at: now });
      await recordStaffAction(tx, viewer, now, {
        action: 'users.erase',
        object: `user:${row.about_user_id}`,
        aboutUserId: row.about_user_id,
        details: { approval: id, asked_by: row.asked_by },
      });
    } else {
      await queue.add(tx, executeApproval, { id });
    }
    await auditDecision(services, tx, viewer, row, 'approve');
    await notifyAsker(services, tx, viewer, row, 'approved');
    await notifyApprovers(services, tx, row.kind);
  });
  return getApproval(services, viewer, id);
}

export async function refuseApproval(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  answer: string,
): Promise<Approval> {
  const { db, clock } = services;
  assertMayDecide(viewer);
  await db.transaction().execute(async (tx) => {
    const row = await lockForDecision(services, tx, viewer, id);
    await updateApproval(tx, id, { state: 'refused', decided_by: viewer.userId, decided_at: clock(), answer });
    await auditDecision(services, tx, viewer, row, 'refuse');
    await notifyAsker(services, tx, viewer, row, 'refused');
    await notifyApprovers(services, tx, row.kind);
  });
  return getApproval(services, viewer, id);
}

/** Fails with not_found for requests of others. */
export async function withdrawApproval(services: Services, viewer: SignedInViewer, id: number): Promise<Approval> {
  const { db, clock } = services;
  assertMayDecide(viewer);
  await db.transaction().execute(async (tx) => {
    const row = await lockApproval(tx, id);
    if (row === undefined || row.asked_by !== viewer.userId) throw new Failure('not_found');
    if (!isWaiting(row, clock())) throw new Failure('approval_over');
    await updateApproval(tx, id, { state: 'withdrawn', decided_by: viewer.userId, decided_at: clock() });
    await auditDecision(services, tx, viewer, row, 'withdraw');
    await notifyApprovers(services, tx, row.kind);
  });
  return getApproval(services, viewer, id);
}

function assertMayDecide(viewer: SignedInViewer): void {
  if (decidableKinds(viewer).length === 0) throw new Failure('forbidden');
}

async function lockForDecision({ clock }: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<ApprovalRow> {
  const row = requireFound(await lockApproval(tx, id));
  if (row.asked_by === viewer.userId) throw new Failure('approval_own');
  const about =
    row.about_user_id === null
      ? undefined
      : await tx
          .selectFrom('users')
          .select(['is_superuser', 'groups'])
          .where('id', '=', row.about_user_id)
          .executeTakeFirst();
  if (!mayDecide(viewer, { ...row, about_staff: about === undefined ? null : isStaffAccount(about) }))
    throw new Failure('forbidden');
  if (!isWaiting(row, clock())) throw new Failure('approval_over');
  return row;
}

/** The requester must still be permitted, so that two current staff members agree. */
async function assertAskerStillPermitted(tx: Tx, { kind, asked_by }: ApprovalRow): Promise<void> {
  const asker = await tx
    .selectFrom('users')
    .select(['is_superuser', 'groups', 'permissions'])
    .where('id', '=', asked_by)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (asker === undefined || !permissionsOf(asker).includes(APPROVAL_PERMISSIONS[kind])) throw new Failure('conflict');
}

async function auditDecision(
  { clock }: Services,
  tx: Tx,
  viewer: SignedInViewer,
  row: ApprovalRow,
  what: 'approve' | 'refuse' | 'withdraw',
): Promise<void> {
  const { id, kind, about_user_id, asked_by } = row;
  const people = await countExportedPeople(tx, row);
  await recordStaffAction(tx, viewer, clock(), {
    action: `approvals.${what}`,
    object: `approval:${id}`,
    aboutUserId: about_user_id,
    details: { kind, asked_by, ...(people !== null && { people }) },
  });
}

const notifyAsker = (
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  { asked_by, kind }: ApprovalRow,
  what: 'approved' | 'refused',
): Promise<void> =>
  notify(tx, services, {
    userId: asked_by,
    kind: 'approval',
    actorId: viewer.userId,
    link: '/admin/approvals',
    values: { what, about: kind },
  });
