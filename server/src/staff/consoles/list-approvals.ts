import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { approvalsApi } from '@app/contract/staff/staff';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { decidableKinds } from './approval.policy.ts';
import { countForDecision, listApprovals } from './approvals.queries.ts';
import { presentApproval } from './present-approval.ts';

export async function presentApprovals(
  { db, clock }: Services,
  viewer: SignedInViewer,
  query: QueryOf<typeof approvalsApi.list>,
): Promise<ResponseOf<typeof approvalsApi.list>> {
  const kinds = decidableKinds(viewer);
  if (kinds.length === 0) throw new Failure('forbidden');
  const now = clock();
  const { rows, total, waiting } = await listApprovals(db, {
    kinds,
    state: query.state,
    size: query.size,
    offset: query.offset,
    now,
  });
  return { approvals: await Promise.all(rows.map((row) => presentApproval(db, row, viewer, now))), total, waiting };
}

/** Requests that the viewer can approve; own requests wait for others. */
export async function countApprovals(
  { db, clock }: Services,
  viewer: SignedInViewer,
): Promise<ResponseOf<typeof approvalsApi.counts>> {
  const kinds = decidableKinds(viewer);
  if (kinds.length === 0) throw new Failure('forbidden');
  return { waiting: await countForDecision(db, { kinds, viewer, now: clock() }) };
}
