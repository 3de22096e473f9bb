import type { BULK_SANCTION_STATES, ClusterAttribute } from '@app/contract/trust/rules';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface BulkSanctionsTable {
  id: MadeByDatabase<number>;
  staff_id: number;
  shared: ClusterAttribute;
  value: string;
  reason: string;
  state: ColumnType<BulkSanctionState, BulkSanctionState | undefined, BulkSanctionState>;
  total: number;
  created_at: Date;
  finished_at: OptionalTime;
}
export type BulkSanctionState = (typeof BULK_SANCTION_STATES)[number];

interface BulkSanctionAccountsTable {
  bulk_sanction_id: number;
  user_id: number;
  state: ColumnType<BulkSanctionAccountState, BulkSanctionAccountState | undefined, BulkSanctionAccountState>;
  sanction_id: number | null;
  hidden: Generated<string[]>;
}
export type BulkSanctionAccountState = 'waiting' | 'done' | 'skipped' | 'undone';

export interface BulkSanctionsTables {
  bulk_sanctions: BulkSanctionsTable;
  bulk_sanction_accounts: BulkSanctionAccountsTable;
}
