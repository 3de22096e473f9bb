import type { Audience } from '@app/contract/people/privacy';
import type { ColumnType } from 'kysely';

export interface BirthdaysTables {
  birthdays: {
    user_id: number;
    /** Null, like `day`, once deleted. */
    month: number | null;
    day: number | null;
    year: number | null;
    audience: Audience;
    /** ISO day of the last reminder of friends. */
    reminded_on: ColumnType<string | null, string | null | undefined, string | null>;
    changed_at: ColumnType<Date, Date | undefined, Date>;
  };
  birthday_mornings: {
    day: string;
    time_zone: string;
  };
}
