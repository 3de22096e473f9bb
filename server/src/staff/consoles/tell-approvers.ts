import type { ApprovalEvent, ApprovalKind } from '@app/contract/staff/staff';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { PERMISSION_OF } from './approval.policy.ts';
import { listHolders } from './approvals.queries.ts';

/** Let the open pages of staff see at once that something waits for an approval, or does not any more. */
export async function tellApprovers({ live }: Pick<Services, 'live'>, tx: Tx, kind: ApprovalKind): Promise<void> {
  const holders = await listHolders(tx, PERMISSION_OF[kind]);
  const event: ApprovalEvent = { type: 'approvals' };
  await live.tellAll(
    tx,
    holders.map((userId) => ({ userId, event })),
  );
}
