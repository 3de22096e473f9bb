import type { UserState } from '@app/contract/people/users';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { APPROVAL_HOURS, type Approval, type ApprovalKind, type approvalsApi } from '@app/contract/staff/staff';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, targetOf } from '../../people/users/accounts.public.ts';
import { lockSuspendedUser, markForErasure } from '../../people/users/erase-suspended.public.ts';
import { mayHandle } from '../../people/users/handle-people.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { APPROVAL_PERMISSIONS } from './approval.policy.ts';
import { findApproval, insertApproval, listPermissionHolders, updateApproval } from './approvals.queries.ts';
import { executeApproval } from './execute-approval.job.ts';
import { notifyApprovers } from './notify-approvers.ts';
import { presentApproval } from './present-approval.ts';

const APPROVAL_MS = APPROVAL_HOURS * 3600 * 1000;

/** Requests the erasure of a suspended user; executes at once when no other approver exists. */
export async function requestErasure(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  reason: string,
): Promise<{ id: number; approval_id?: number }> {
  const { db, clock } = services;
  const account = requireFound(await findAccount(db, userId));
  if (!mayHandle(viewer, targetOf(account), 'users.erase')) throw new Failure('forbidden');
  return db.transaction().execute(async (tx) => {
    await lockSuspendedUser(tx, userId, { now: clock(), maySkipWait: viewer.isSuperuser });
    const request = { kind: 'erase_user' as const, about: { id: userId, isStaff: targetOf(account).isStaff } };
    const approvers = await listApprovers(tx, viewer, request);
    if (hasNoApprovers(viewer, approvers)) {
      await markForErasure(services, tx, userId);
      await recordStaffAction(tx, viewer, clock(), {
        action: 'users.erase',
        object: `user:${userId}`,
        aboutUserId: userId,
        details: { alone: true },
      });
      return { id: userId };
    }
    return { id: userId, approval_id: await openApproval(services, tx, viewer, { ...request, reason }, approvers) };
  });
}

export async function requestExport(
  services: Services,
  viewer: SignedInViewer,
  { kind, user_id, search, state, reason }: BodyOf<typeof approvalsApi.request>,
): Promise<Approval> {
  const { db, clock } = services;
  const about = kind === 'export_user' ? await getTarget(services, viewer, user_id) : undefined;
  return db.transaction().execute(async (tx) => {
    const request = { kind, about, search: search ?? '', state, reason };
    const approvers = await listApprovers(tx, viewer, request);
    const id = await openApproval(services, tx, viewer, request, approvers);
    const row = await findApproval(tx, id);
    if (row === undefined) throw new Error('The approval request does not exist');
    return presentApproval(tx, row, viewer, clock());
  });
}

async function getTarget({ db }: Services, viewer: SignedInViewer, userId: number | undefined) {
  if (userId === undefined) throw new Failure('invalid_input', { fields: { user_id: 'errors.field.required' } });
  const account = requireFound(await findAccount(db, userId));
  if (!mayHandle(viewer, targetOf(account), 'users.export')) throw new Failure('forbidden');
  return { id: userId, isStaff: targetOf(account).isStaff };
}

interface ApprovalRequest {
  kind: ApprovalKind;
  about: { id: number; isStaff: boolean } | undefined;
  search?: string;
  state?: UserState | undefined;
}

const listApprovers = (tx: Tx, viewer: SignedInViewer, { kind, about }: ApprovalRequest): Promise<number[]> =>
  listPermissionHolders(tx, APPROVAL_PERMISSIONS[kind], {
    exceptId: viewer.userId,
    superusersOnly: about?.isStaff ?? false,
  });

/**
 * A fresh installation has a single superuser, and legal requests cannot wait for a second one. The audit log records
 * this.
 */
const hasNoApprovers = (viewer: SignedInViewer, approvers: readonly number[]): boolean =>
  viewer.isSuperuser && approvers.length === 0;

async function openApproval(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  { kind, about, search = '', state, reason }: ApprovalRequest & { reason: string },
  approvers: readonly number[],
): Promise<number> {
  if (reason === '') throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  const now = services.clock();
  const alone = hasNoApprovers(viewer, approvers);
  const approval = {
    kind,
    about_user_id: about?.id ?? null,
    search,
    people_state: state,
    reason,
    asked_by: viewer.userId,
    asked_at: now,
    expires_at: new Date(now.getTime() + APPROVAL_MS),
  };
  const id = await insertApproval(tx, approval, now);
  await recordStaffAction(tx, viewer, now, {
    action: 'approvals.ask',
    object: `approval:${id}`,
    aboutUserId: about?.id ?? null,
    // The search text may contain a name, and the audit log is immutable.
    details: { kind, ...(state && { state }), ...(alone && { alone }) },
  });
  if (alone) {
    await updateApproval(tx, id, { state: 'approved', decided_at: now });
    await services.queue.add(tx, executeApproval, { id });
    return id;
  }
  await notifyAll(
    tx,
    services,
    approvers.map((userId) => ({
      userId,
      kind: 'approval',
      actorId: viewer.userId,
      link: '/admin/approvals',
      values: { what: 'asked', about: kind },
    })),
  );
  await notifyApprovers(services, tx, kind);
  return id;
}
