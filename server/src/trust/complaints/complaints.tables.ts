import type { COMPLAINT_STATUSES, ComplaintReason } from '@app/contract/trust/complaints';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface Evidence {
  title: string;
  text: string;
  files?: number[];
}

export interface ComplaintsTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  /** `ad:5`, `user:7`, `comment:9`, `publication:3` and so on. */
  object: ColumnType<string, string, never>;
  about_user_id: ColumnType<number | null, number | null, never>;
  ad_id: ColumnType<number | null, number | null | undefined, never>;
  comment_id: ColumnType<number | null, number | null | undefined, never>;
  publish_id: ColumnType<number | null, number | null | undefined, never>;
  publish_comment_id: ColumnType<number | null, number | null | undefined, never>;
  audio_id: ColumnType<number | null, number | null | undefined, never>;
  holder: Generated<string>;
  reason: ComplaintReason;
  message: string;
  evidence: ColumnType<Evidence, string, string>;
  status: Generated<(typeof COMPLAINT_STATUSES)[number]>;
  created_at: ColumnType<Date, Date | undefined, never>;
  due_at: Date;
  decided_at: OptionalTime;
  decided_by: number | null;
  answer: Generated<string>;
  /** Case of the complaint; null for complaints answered before cases existed. */
  case_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Reporter weight at the time of the complaint; 1 for an unknown reporter. */
  weight: Generated<number>;
  removed_at: OptionalTime;
}

export interface ComplaintsTables {
  complaints: ComplaintsTable;
}
