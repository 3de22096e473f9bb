import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type CodePurpose = 'activation' | 'recovery';

export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  chain_key: Buffer;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  password_proved_at: OptionalTime;
  user_agent: Generated<string>;
  ip: Generated<string>;
}

export interface SessionTokensTable {
  hash: Buffer;
  session_id: number;
  created_at: Date;
  retired_at: OptionalTime;
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
  document: 'policy' | 'personal_data';
  version: string;
  accepted_at: Date;
  ip: string;
}

export interface SecretsTable {
  name: string;
  value: Buffer;
}

export interface AuthTables {
  sessions: SessionsTable;
  session_tokens: SessionTokensTable;
  codes: CodesTable;
  grants: GrantsTable;
  attempts: AttemptsTable;
  consents: ConsentsTable;
  secrets: SecretsTable;
}
