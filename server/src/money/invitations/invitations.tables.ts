import type { InvitationReason, InvitationSource, InvitationState } from '@app/contract/money/invitations';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type RegistrationHash = ColumnType<Buffer | null, Buffer | null, null>;

export interface InvitationsTable {
  id: Generated<number>;
  inviter_id: ColumnType<number, number, never>;
  invitee_id: ColumnType<number, number, never>;
  source: InvitationSource;
  state: InvitationState;
  reason: InvitationReason;
  attributed_at: Date;
  registered_at: Date;
  activated_at: OptionalTime;
  paid_at: OptionalTime;
  reversed_at: OptionalTime;
  address_hash: RegistrationHash;
  device_hash: RegistrationHash;
  mailbox_hash: RegistrationHash;
  reviewed_by: number | null;
  reviewed_at: OptionalTime;
  review_comment: Generated<string>;
}

export interface InvitationsTables {
  invitations: InvitationsTable;
}
