import type { COMPLAINT_STATUSES, ComplaintReason } from '@app/contract/trust/complaints';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type MadeByDatabase<T> = ColumnType<T, never, never>;

/** What the thing said when somebody complained about it. */
export interface Evidence {
  title: string;
  text: string;
  /** Ids of the files that it showed. */
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
  /** Who holds the rights, as the complaint says. */
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
  /** The case that it waits in; null for those that were answered before there were cases. */
  case_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** By how often its author was right before, 1 for somebody unknown. */
  weight: Generated<number>;
  /** Off the list of staff. */
  removed_at: OptionalTime;
}

export interface ComplaintsTables {
  complaints: ComplaintsTable;
}
