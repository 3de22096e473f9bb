import type { AnnouncementLevel, OperationWarning } from '@app/contract/staff/operations';
import type { ColumnType, Generated } from 'kysely';

interface AnnouncementsTable {
  id: ColumnType<number, never, never>;
  level: AnnouncementLevel;
  texts: ColumnType<Record<string, string>, string, string>;
  url: string;
  is_dismissible: boolean;
  starts_at: Date;
  ends_at: Date | null;
  revision: Generated<number>;
  created_at: ColumnType<Date, Date, never>;
  changed_at: Date;
}

interface FeatureFlagsTable {
  feature: string;
  is_on: boolean;
  reason: string;
  changed_at: Date;
  changed_by: number;
}

interface DailyMetricsTable {
  day: string;
  name: string;
  value: number;
  counted_at: Date;
}

interface OperationWarningsTable {
  what: OperationWarning;
  amount: number;
  since: ColumnType<Date, Date, never>;
  checked_at: Date;
}

export interface OperationsTables {
  announcements: AnnouncementsTable;
  feature_flags: FeatureFlagsTable;
  daily_metrics: DailyMetricsTable;
  operation_warnings: OperationWarningsTable;
}
