import type { SessionEndReason } from '@app/contract/people/auth';
import type { ConsentDocument } from '@app/contract/people/consents';
import type { RequestState } from '@app/contract/people/registrations';
import type { SecurityLogKind, SignInMethod } from '@app/contract/people/security';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type CodePurpose = 'activation' | 'recovery' | 'email' | 'phone';

export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  token_family: Buffer;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  reauthenticated_at: OptionalTime;
  user_agent: Generated<string>;
  ip: Generated<string>;
  name: Generated<string>;
  method: Generated<SignInMethod>;
  is_strong: Generated<boolean>;
}

export interface SessionTokensTable {
  hash: Buffer;
  session_id: number;
  created_at: Date;
  retired_at: OptionalTime;
}

export interface EndedSessionTokensTable {
  hash: Buffer;
  reason: SessionEndReason;
  ended_at: Date;
}

export interface InvitationCodesTable {
  id: ColumnType<number, never, never>;
  code: ColumnType<string, string, never>;
  note: ColumnType<string, string, never>;
  created_at: ColumnType<Date, Date, never>;
  created_by: ColumnType<number, number, never>;
  used_at: OptionalTime;
  used_by: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface RegistrationRequestsTable {
  user_id: ColumnType<number, number, never>;
  reason: ColumnType<string, string, never>;
  state: RequestState | 'unconfirmed';
  requested_at: Date;
  decided_at: OptionalTime;
  decided_by: ColumnType<number | null, number | null | undefined, number | null>;
  answer: Generated<string>;
}

export interface CodesTable {
  id: Generated<number>;
  user_id: number;
  purpose: CodePurpose;
  code_hash: Buffer;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  closed_at: OptionalTime;
}

export interface GrantsTable {
  hash: Buffer;
  user_id: number;
  purpose: CodePurpose;
  expires_at: Date;
  used_at: OptionalTime;
}

export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: Date;
}

export interface ConsentsTable {
  id: Generated<number>;
  user_id: number;
  document: ConsentDocument;
  version: string;
  accepted_at: Date;
  ip: string;
}

export interface TotpSecretsTable {
  user_id: number;
  sealed: Buffer;
  created_at: Date;
  confirmed_at: OptionalTime;
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  user_id: number;
  hash: Buffer;
  used_at: OptionalTime;
}

export interface SecondFactorResetsTable {
  user_id: number;
  asked_at: Date;
  due_at: Date;
  reminded_at: OptionalTime;
}

export type ChallengePurpose = 'second_step' | 'passkey_add' | 'passkey_sign_in' | 'registration';

export interface ChallengesTable {
  hash: Buffer;
  purpose: ChallengePurpose;
  user_id: number | null;
  tries: Generated<number>;
  expires_at: Date;
}

export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_synced: boolean;
  name: string;
  created_at: Date;
  last_used_at: OptionalTime;
}

export interface KnownDevicesTable {
  user_id: number;
  hash: Buffer;
  last_seen_at: Date;
}

export interface SecurityEventsTable {
  id: Generated<number>;
  user_id: number;
  kind: SecurityLogKind;
  at: Date;
  ip: string;
  user_agent: string;
  count: Generated<number>;
  /** 2026-11-21 for counters per day. */
  day: string | null;
}

export interface AuthTables {
  invitation_codes: InvitationCodesTable;
  registration_requests: RegistrationRequestsTable;
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  ended_session_tokens: EndedSessionTokensTable;
  codes: CodesTable;
  grants: GrantsTable;
  attempts: AttemptsTable;
  consents: ConsentsTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  second_factor_resets: SecondFactorResetsTable;
  challenges: ChallengesTable;
  passkeys: PasskeysTable;
  known_devices: KnownDevicesTable;
  security_events: SecurityEventsTable;
}
