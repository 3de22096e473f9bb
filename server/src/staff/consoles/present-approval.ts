import type { Approval } from '@app/contract/staff/staff';
import { countUsers } from '../../people/users/staff-list.public.ts';
import { bit } from '../../platform/bit.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isWaiting, mayDecide } from './approval.policy.ts';
import { type ApprovalRow, findApproval, type NamedApproval } from './approvals.queries.ts';

const approvedFilePath = (id: number): string => `/api/approvals/${id}/file`;

export const countExportedPeople = async (
  db: Db,
  { kind, search, people_state }: Pick<ApprovalRow, 'kind' | 'search' | 'people_state'>,
): Promise<number | null> =>
  kind === 'export_people' ? countUsers(db, { search, state: people_state ?? undefined }) : null;

export async function presentApproval(db: Db, row: NamedApproval, viewer: Viewer, now: Date): Promise<Approval> {
  const isPending = isWaiting(row, now);
  const isOwn = row.asked_by === viewer.userId;
  const mayDecideBit = bit(isPending && mayDecide(viewer, row));
  const hasFile = row.storage_key !== null && row.file_until !== null && row.file_until > now;
  return {
    id: row.id,
    kind: row.kind,
    // Expired requests are shown as such even before the sweep runs.
    state: row.state === 'open' && !isPending ? 'expired' : row.state,
    about: row.about_user_id === null ? null : { id: row.about_user_id, name: row.about_name ?? '' },
    search: row.search,
    people_state: row.people_state,
    // Few counts run, because each staff member has at most one such open request.
    people: isPending ? await countExportedPeople(db, row) : null,
    reason: row.reason,
    asked_by: { id: row.asked_by, name: row.asker_name },
    asked: row.asked_at.toISOString(),
    expires: row.expires_at.toISOString(),
    decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider_name ?? '' },
    decided: row.decided_at?.toISOString() ?? null,
    answer: row.answer,
    href: isOwn && hasFile ? approvedFilePath(row.id) : null,
    file_until: hasFile ? (row.file_until?.toISOString() ?? null) : null,
    can: { approve: mayDecideBit, refuse: mayDecideBit, withdraw: bit(isPending && isOwn) },
  };
}

export async function getApproval({ db, clock }: Services, viewer: Viewer, id: number): Promise<Approval> {
  const row = requireFound(await findApproval(db, id));
  return presentApproval(db, row, viewer, clock());
}
