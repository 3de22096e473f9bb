import type { ColumnType } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface FeedbackTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  /** As the profile had it that day. */
  email: string;
  message: string;
  /** Who answered; null: the person wrote. */
  staff_id: ColumnType<number | null, number | undefined, never>;
  /** When staff looked at what the person wrote; of an answer, when the person opened it. */
  seen_at: ColumnType<Date | null, Date | undefined, Date>;
  created_at: ColumnType<Date, Date | undefined, never>;
}

export interface FeedbackTables {
  feedback: FeedbackTable;
}
