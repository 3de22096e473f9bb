import type { EMAIL_KINDS } from '@app/contract/market/searches';
import type { ColumnType } from 'kysely';

export type EmailKind = (typeof EMAIL_KINDS)[number];

interface EmailUnsubscribesTable {
  user_id: number;
  kind: EmailKind;
  /** Id of the saved search or user that the emails are about; 0 for emails without a subject. */
  about_id: number;
  created_at: ColumnType<Date, never, never>;
}

export interface EmailPreferencesTables {
  email_unsubscribes: EmailUnsubscribesTable;
}
