import type { COMPLAINT_STATUSES, ComplaintReason } from '@app/contract/complaints';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

/** What the thing said when somebody complained about it. */
export interface Evidence {
  title: string;
  text: string;
}

export interface ComplaintsTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  /** `ad:5`, `user:7` or `comment:9`. */
  object: ColumnType<string, string, never>;
  about_user_id: ColumnType<number | null, number | null, never>;
  ad_id: ColumnType<number | null, number | null, never>;
  comment_id: ColumnType<number | null, number | null, never>;
  reason: ComplaintReason;
  message: string;
  evidence: ColumnType<Evidence, string, string>;
  status: Generated<(typeof COMPLAINT_STATUSES)[number]>;
  created_at: ColumnType<Date, Date | undefined, never>;
  due_at: Date;
  decided_at: OptionalTime;
  decided_by: number | null;
  answer: Generated<string>;
  /** Off the list of staff. */
  removed_at: OptionalTime;
}

export interface ComplaintsTables {
  complaints: ComplaintsTable;
}
