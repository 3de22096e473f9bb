import type { ContactKind, PendingContact } from '@app/contract/people/contacts';
import type { Generated } from 'kysely';

interface ContactColumns {
  user_id: number;
  kind: ContactKind;
  value: string;
  phone_national: Generated<string>;
  phone_country_code: Generated<string>;
  phone_country_iso: Generated<string>;
}

interface ContactChangesTable extends ContactColumns {
  sent_to: PendingContact['sent_to'];
  started_at: Date;
}

interface ContactReturnsTable extends ContactColumns {
  id: Generated<number>;
  hash: Buffer;
  verified_at: Date | null;
  changed_at: Date;
  expires_at: Date;
}

export interface ContactsTables {
  contact_changes: ContactChangesTable;
  contact_returns: ContactReturnsTable;
}
