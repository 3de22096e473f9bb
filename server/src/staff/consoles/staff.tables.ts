import type { UserState } from '@app/contract/people/users';
import type { ApprovalKind, ApprovalState } from '@app/contract/staff/staff';
import type { ColumnType, Generated } from 'kysely';

type Fixed<T, Given = T> = ColumnType<T, Given, never>;
type Later<T> = ColumnType<T | null, never, T | null>;

export interface ApprovalsTable {
  id: ColumnType<number, never, never>;
  kind: Fixed<ApprovalKind>;
  state: Generated<ApprovalState>;
  about_user_id: Fixed<number | null>;
  search: Generated<string>;
  people_state: Fixed<UserState | null, UserState | null | undefined>;
  reason: Generated<string>;
  answer: Generated<string>;
  asked_by: Fixed<number>;
  asked_at: Fixed<Date>;
  expires_at: Fixed<Date>;
  decided_by: ColumnType<number | null, number | null | undefined, number | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  done_at: Later<Date>;
  storage_key: Later<string>;
  file_until: Later<Date>;
}

export interface StaffTables {
  approvals: ApprovalsTable;
}
