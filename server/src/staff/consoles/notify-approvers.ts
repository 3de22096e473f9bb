import type { ApprovalEvent, ApprovalKind } from '@app/contract/staff/staff';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { APPROVAL_PERMISSIONS } from './approval.policy.ts';
import { listPermissionHolders } from './approvals.queries.ts';

/** Let the open pages of staff see at once that something waits for an approval, or does not any more. */
export async function notifyApprovers({ live }: Pick<Services, 'live'>, tx: Tx, kind: ApprovalKind): Promise<void> {
  const holders = await listPermissionHolders(tx, APPROVAL_PERMISSIONS[kind]);
  const event: ApprovalEvent = { type: 'approvals' };
  await live.publishUserEvents(
    tx,
    holders.map((userId) => ({ userId, event })),
  );
}
