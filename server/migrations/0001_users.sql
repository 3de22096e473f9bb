-- People, their sessions, and everything that proves who somebody is.
-- Tables up to `consents` belong to the domain auth, `users` to the domain users.

create extension if not exists pg_trgm;

create table users (
  id bigint generated always as identity primary key,
  login text not null,
  email text not null,
  -- E.164 with the plus. Null for people whose number nobody stated.
  phone text,
  -- The national part as the person typed it, so that forms show it again unchanged.
  phone_national text not null default '',
  phone_country_code text not null default '',
  phone_country_iso text not null default '',
  hide_phone boolean not null default false,
  firstname text not null,
  lastname text not null,
  middlename text not null default '',
  position text not null default '',
  description text not null default '',
  family_status text not null default '-' check (family_status in ('-', 'not_married', 'married', 'searching')),
  allow_to_call boolean not null default true,
  -- Owned by reference and media, whose tables come later; integrity is checked in code.
  country_id bigint,
  city_id bigint,
  photo_image_id bigint,
  legal_status smallint not null default 0 check (legal_status in (0, 1)),
  bank_name text not null default '',
  bank_account text not null default '',
  bank_cor text not null default '',
  bank_inn text not null default '',
  bank_kpp text not null default '',
  bank_bik text not null default '',
  -- Upper case, without 0, O, 1 and I, so that it survives being read aloud.
  referral_code text not null unique check (referral_code ~ '^[2-9A-HJ-NP-Z]{4,20}$'),
  invited_by bigint references users (id) on delete set null,
  password_hash text not null,
  password_changed_at timestamptz,
  is_superuser boolean not null default false,
  groups text[] not null default '{}',
  permissions text[] not null default '{}',
  -- Whether somebody is a subscriber is always `paid_until > now()`; no flag is stored beside it.
  paid_until timestamptz,
  virtualpay_kopecks bigint not null default 0,
  bonus_kopecks bigint not null default 0,
  rating_sum bigint not null default 0,
  rating_count integer not null default 0,
  lang text not null default 'ru' check (lang in ('ru', 'en', 'es', 'de', 'fr', 'it', 'ko')),
  status text not null default 'registered' check (status in ('registered', 'active', 'suspended')),
  registered_at timestamptz not null default now(),
  activated_at timestamptz,
  suspended_at timestamptz,
  -- Deleted by the person; signing in within thirty days undoes it.
  deleted_at timestamptz,
  updated_at timestamptz not null default now(),
  search_text text generated always as (translate(lower(lastname || ' ' || firstname || ' ' || middlename), 'ё', 'е')) stored
);

create unique index users_login_unique on users (lower(login));
create unique index users_email_unique on users (lower(email));
create unique index users_phone_unique on users (phone);
create index users_invited_by on users (invited_by) where invited_by is not null;
create index users_photo on users (photo_image_id) where photo_image_id is not null;
create index users_country on users (country_id) where country_id is not null;
create index users_city on users (city_id) where city_id is not null;
create index users_search on users using gin (search_text gin_trgm_ops);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- The next token is an HMAC of the present one under this key: parallel refreshes with one token all get the same
  -- successor, and neither this key nor the stored hashes give a token away.
  chain_key bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the password was last proved in this session; changing it asks for a recent proof.
  password_proved_at timestamptz,
  user_agent text not null default '',
  ip text not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Every token a session ever had. A retired one still works for a moment (parallel tabs); later it betrays a copy.
create table session_tokens (
  hash bytea primary key,
  session_id bigint not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  retired_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);

create table codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('activation', 'recovery')),
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Proved, or replaced by a newer code.
  closed_at timestamptz
);
-- Only the newest code of a purpose counts.
create unique index codes_open on codes (user_id, purpose) where closed_at is null;
create index codes_expiry on codes (expires_at);

-- Proof that a code was passed, exchangeable once.
create table grants (
  hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('activation', 'recovery')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index grants_user on grants (user_id);
create index grants_expiry on grants (expires_at);

-- Counted attempts (failed sign-ins, sent codes) in fixed windows. Kept here so that parallel tries and several nodes share them.
create table attempts (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index attempts_window on attempts (window_ends_at);

-- Evidence of what a person agreed to. Outlives nothing: it goes when the person is erased.
create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  document text not null check (document in ('policy', 'personal_data')),
  version text not null,
  accepted_at timestamptz not null,
  ip text not null
);
create index consents_user on consents (user_id);

-- Keys the product makes for itself on its first start.
create table secrets (
  name text primary key,
  value bytea not null
);
