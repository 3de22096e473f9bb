-- What guards an account besides its password, and what its owner is told about it. All of it belongs to the domain auth.

-- A passkey and a code of the second step prove who somebody is as a password does.
alter table sessions rename column password_proved_at to proved_at;
alter table sessions
  add column name text not null default '',
  add column method text not null default 'password' check (method in ('password', 'second_step', 'passkey')),
  -- Something besides the password was proved in this session. Staff may be asked for it.
  add column is_strong boolean not null default false;

create table totp_secrets (
  user_id bigint primary key references users (id) on delete cascade,
  -- AES-256-GCM: nonce, sealed secret, tag. The key lies in `secrets`.
  sealed bytea not null,
  created_at timestamptz not null,
  -- Until a code was confirmed it guards nothing.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was let in: neither it nor an earlier one is let in again.
  last_step bigint not null default 0
);

-- Single use; hashed under a key of `secrets`.
create table recovery_codes (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Somebody with the right password says that every code is lost.
create table second_step_resets (
  user_id bigint primary key references users (id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- The letter shortly before the end has gone out.
  reminded_at timestamptz
);
create index second_step_resets_due on second_step_resets (due_at);

-- Questions that wait for an answer: a code after a right password, a signature of a passkey.
create table challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('second_step', 'passkey_add', 'passkey_sign_in')),
  -- Null while nobody knows who will answer.
  user_id bigint references users (id) on delete cascade,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index challenges_user on challenges (user_id) where user_id is not null;
create index challenges_expiry on challenges (expires_at);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Some authenticators count what they sign; a count that goes back betrays a copy.
  counter bigint not null,
  transports text[] not null default '{}',
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- Browsers that signed in before, by a cookie of theirs: a sign-in from another one is told by mail.
create table known_devices (
  user_id bigint not null references users (id) on delete cascade,
  hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, hash)
);
create index known_devices_age on known_devices (last_seen_at);

-- What happened to an account, for its owner's eyes. Kept for 90 days.
create table security_events (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  at timestamptz not null,
  ip text not null,
  user_agent text not null,
  count integer not null default 1,
  -- Failures of one day are one row, so that nobody's guesses push out what matters.
  day date
);
create index security_events_newest on security_events (user_id, at desc, id desc);
create unique index security_events_day on security_events (user_id, kind, day) where day is not null;
create index security_events_age on security_events (at);
