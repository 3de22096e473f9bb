import type { UserState } from '@app/contract/people/users';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { APPROVAL_HOURS, type Approval, type ApprovalKind, type approvalsApi } from '@app/contract/staff/staff';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { findAccount, targetOf } from '../../people/users/accounts.public.ts';
import { eraseHeld, holdSuspended } from '../../people/users/erase-suspended.public.ts';
import { mayHandle } from '../../people/users/handle-people.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { PERMISSION_OF } from './approval.policy.ts';
import { findApproval, insertApproval, listHolders, updateApproval } from './approvals.queries.ts';
import { carryOutApproval } from './carry-out-approval.job.ts';
import { showApproval } from './show-approval.ts';
import { tellApprovers } from './tell-approvers.ts';

const WAITS_MS = APPROVAL_HOURS * 3600 * 1000;

/** Have a suspended person erased: at once where nobody else could approve it, else once somebody else does. */
export async function askToErase(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  reason: string,
): Promise<{ id: number; approval_id?: number }> {
  const { db, clock } = services;
  const account = await findAccount(db, userId);
  if (account === undefined) throw new Failure('not_found');
  if (!mayHandle(viewer, targetOf(account), 'users.erase')) throw new Failure('forbidden');
  return db.transaction().execute(async (tx) => {
    await holdSuspended(tx, userId, { now: clock(), mayHurry: viewer.isSuperuser });
    const request = { kind: 'erase_user' as const, about: { id: userId, isStaff: targetOf(account).isStaff } };
    const approvers = await listApprovers(tx, viewer, request);
    if (isAlone(viewer, approvers)) {
      await eraseHeld(services, tx, userId);
      await noteAction(tx, viewer, clock(), {
        action: 'users.erase',
        object: `user:${userId}`,
        aboutUserId: userId,
        details: { alone: true },
      });
      return { id: userId };
    }
    return { id: userId, approval_id: await open(services, tx, viewer, { ...request, reason }, approvers) };
  });
}

/** Ask for the archive of one person, or for a table of people. */
export async function askToExport(
  services: Services,
  viewer: SignedInViewer,
  { kind, user_id, search, state, reason }: BodyOf<typeof approvalsApi.ask>,
): Promise<Approval> {
  const { db, clock } = services;
  const about = kind === 'export_user' ? await getTarget(services, viewer, user_id) : undefined;
  return db.transaction().execute(async (tx) => {
    const request = { kind, about, search: search ?? '', state, reason };
    const approvers = await listApprovers(tx, viewer, request);
    const id = await open(services, tx, viewer, request, approvers);
    const row = await findApproval(tx, id);
    if (row === undefined) throw new Error('The request is gone');
    return showApproval(tx, row, viewer, clock());
  });
}

async function getTarget({ db }: Services, viewer: SignedInViewer, userId: number | undefined) {
  if (userId === undefined) throw new Failure('invalid_input', { fields: { user_id: 'errors.field.required' } });
  const account = await findAccount(db, userId);
  if (account === undefined) throw new Failure('not_found');
  if (!mayHandle(viewer, targetOf(account), 'users.export')) throw new Failure('forbidden');
  return { id: userId, isStaff: targetOf(account).isStaff };
}

interface Request {
  kind: ApprovalKind;
  about: { id: number; isStaff: boolean } | undefined;
  search?: string;
  state?: UserState | undefined;
}

const listApprovers = (tx: Tx, viewer: SignedInViewer, { kind, about }: Request): Promise<number[]> =>
  listHolders(tx, PERMISSION_OF[kind], { exceptId: viewer.userId, superusersOnly: about?.isStaff ?? false });

/** A fresh installation has one superuser: what the law asks for cannot wait until there are two. The log says that it was one. */
const isAlone = (viewer: SignedInViewer, approvers: readonly number[]): boolean =>
  viewer.isSuperuser && approvers.length === 0;

async function open(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  { kind, about, search = '', state, reason }: Request & { reason: string },
  approvers: readonly number[],
): Promise<number> {
  if (reason === '') throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
  const now = services.clock();
  const alone = isAlone(viewer, approvers);
  const approval = {
    kind,
    about_user_id: about?.id ?? null,
    search,
    people_state: state,
    reason,
    asked_by: viewer.userId,
    asked_at: now,
    expires_at: new Date(now.getTime() + WAITS_MS),
  };
  const id = await insertApproval(tx, approval, now);
  await noteAction(tx, viewer, now, {
    action: 'approvals.ask',
    object: `approval:${id}`,
    aboutUserId: about?.id ?? null,
    // Words may be somebody's name, and nothing goes from the log.
    details: { kind, ...(state && { state }), ...(alone && { alone }) },
  });
  if (alone) {
    await updateApproval(tx, id, { state: 'approved', decided_at: now });
    await services.queue.add(tx, carryOutApproval, { id });
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
  await tellApprovers(services, tx, kind);
  return id;
}
