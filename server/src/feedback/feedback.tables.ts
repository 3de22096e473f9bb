import type { ColumnType } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface FeedbackTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  /** As the profile had it that day. */
  email: string;
  message: string;
  created_at: ColumnType<Date, Date | undefined, never>;
}

export interface FeedbackTables {
  feedback: FeedbackTable;
}
