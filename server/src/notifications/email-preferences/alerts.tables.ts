import type { LETTER_KINDS } from '@app/contract/market/searches';
import type { ColumnType } from 'kysely';

/** What letters tell unasked, each kind stopped by itself. */
export type AlertKind = (typeof LETTER_KINDS)[number];

interface LetterStopsTable {
  user_id: number;
  kind: AlertKind;
  /** The saved search or the person that the letters are about; 0 when they are about nothing in particular. */
  about_id: number;
  created_at: ColumnType<Date, never, never>;
}

export interface AlertsTables {
  letter_stops: LetterStopsTable;
  letter_key: { only_one: ColumnType<boolean, never, never>; key: ColumnType<string, never, never> };
}
