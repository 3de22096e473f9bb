import type { ColumnType } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

export interface FeedbackTable {
  id: MadeByDatabase<number>;
  user_id: ColumnType<number, number, never>;
  email: string;
  message: string;
  /** Null: written by the person. */
  staff_id: ColumnType<number | null, number | undefined, never>;
  /** For messages of the person: when staff saw them; for answers: when the person opened them. */
  seen_at: ColumnType<Date | null, Date | undefined, Date>;
  created_at: ColumnType<Date, Date | undefined, never>;
}

export interface FeedbackTables {
  feedback: FeedbackTable;
}
