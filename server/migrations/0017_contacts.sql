-- Contacts that are proved before they change, and what of a person is proved.
-- The columns of `users` belong to the domain users, `codes` and `grants` to auth, the new tables to contacts.

alter table users
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz,
  -- Staff compared the number with the register. Control digits alone prove nothing.
  add column inn_verified_at timestamptz,
  -- Grows with every change of what the profile says: whoever edits an older one is told.
  add column revision integer not null default 0;

-- A code that came by mail opened these profiles. Those that staff opened were there in the moment they were made.
update users set email_verified_at = activated_at where activated_at > registered_at + interval '1 second';

alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check check (purpose in ('activation', 'recovery', 'email', 'phone'));

-- A new address or number of a person that waits for its code. The old one counts until then.
create table contact_changes (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  -- Parts of a number, as in `users`.
  phone_national text not null default '',
  phone_country_code text not null default '',
  phone_country_iso text not null default '',
  -- Where its last code went: a number is proved by a message to itself only.
  sent_to text not null check (sent_to in ('email', 'phone', 'account_email')),
  started_at timestamptz not null,
  primary key (user_id, kind)
);
create index contact_changes_started on contact_changes (started_at);

-- What a person had before a change: the link in the letter to the old address brings it back, once.
-- Until then nobody else can take the old address or number.
create table contact_returns (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  phone_national text not null default '',
  phone_country_code text not null default '',
  phone_country_iso text not null default '',
  verified_at timestamptz,
  changed_at timestamptz not null,
  expires_at timestamptz not null
);
create index contact_returns_user on contact_returns (user_id);
create index contact_returns_email on contact_returns (lower(value)) where kind = 'email';
create index contact_returns_phone on contact_returns (value) where kind = 'phone';
create index contact_returns_expiry on contact_returns (expires_at);
