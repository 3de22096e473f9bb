import type { EMAIL_KINDS } from '@app/contract/market/searches';
import type { ColumnType } from 'kysely';

/** What letters tell unasked, each kind stopped by itself. */
export type EmailKind = (typeof EMAIL_KINDS)[number];

interface EmailUnsubscribesTable {
  user_id: number;
  kind: EmailKind;
  /** The saved search or the person that the letters are about; 0 when they are about nothing in particular. */
  about_id: number;
  created_at: ColumnType<Date, never, never>;
}

export interface EmailPreferencesTables {
  letter_stops: EmailUnsubscribesTable;
  letter_key: { only_one: ColumnType<boolean, never, never>; key: ColumnType<string, never, never> };
}
