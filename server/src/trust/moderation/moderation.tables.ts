import type { CaseAction, CaseKind, CaseState } from '@app/contract/trust/cases';
import type { ComplaintReason } from '@app/contract/trust/complaints';
import type { SanctionKind } from '@app/contract/trust/sanctions';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface CaseEvidence {
  title: string;
  text: string;
  files?: number[];
  note?: string;
}

export interface ModerationCasesTable {
  id: MadeByDatabase<number>;
  kind: ColumnType<CaseKind, CaseKind, never>;
  object: ColumnType<string, string, never>;
  about_user_id: ColumnType<number | null, number | null, never>;
  state: ColumnType<CaseState, CaseState | undefined, CaseState>;
  reason: ColumnType<string, string, never>;
  signals: Generated<number>;
  weight: Generated<number>;
  evidence: ColumnType<Partial<CaseEvidence>, string, string>;
  opened_at: ColumnType<Date, Date, never>;
  due_at: Date;
  hidden_at: OptionalTime;
  excluded_staff_id: Optional<number>;
  taken_by: Optional<number>;
  taken_at: OptionalTime;
  resolved_by: Optional<number>;
  resolved_at: OptionalTime;
  outcome: ColumnType<'' | CaseAction, '' | CaseAction | undefined, '' | CaseAction>;
  resolution: Generated<string>;
}

export interface SanctionsTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  kind: ColumnType<SanctionKind, SanctionKind, never>;
  object: ColumnType<string, string, never>;
  case_id: ColumnType<number | null, number | null, never>;
  rule: ColumnType<ComplaintReason, ComplaintReason, never>;
  reason: string;
  evidence: ColumnType<Partial<CaseEvidence>, string, string>;
  per_day: Optional<number>;
  decided_by: ColumnType<number | null, number | null, never>;
  created_at: ColumnType<Date, Date, never>;
  until_at: OptionalTime;
  ended_at: OptionalTime;
  lifted_by: Optional<number>;
  appeal: Generated<string>;
  appealed_at: OptionalTime;
  appeal_outcome: ColumnType<'' | 'kept' | 'lifted', '' | 'kept' | 'lifted' | undefined, '' | 'kept' | 'lifted'>;
  answer: Generated<string>;
}

interface SanctionDaysTable {
  user_id: number;
  day: string;
  count: number;
}

export interface ModerationTables {
  moderation_cases: ModerationCasesTable;
  sanctions: SanctionsTable;
  sanction_days: SanctionDaysTable;
}
