import type { ApprovalEvent, ApprovalKind } from '@app/contract/staff/staff';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { APPROVAL_PERMISSIONS } from './approval.policy.ts';
import { listPermissionHolders } from './approvals.queries.ts';

/** Publishes to the open pages of staff that a request was opened or closed. */
export async function notifyApprovers({ live }: Services, tx: Tx, kind: ApprovalKind): Promise<void> {
  const holders = await listPermissionHolders(tx, APPROVAL_PERMISSIONS[kind]);
  const event: ApprovalEvent = { type: 'approvals' };
  await live.publishUserEvents(
    tx,
    holders.map((userId) => ({ userId, event })),
  );
}
