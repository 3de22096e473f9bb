-- What one of the staff asks for and another one approves: erasing a person, and taking personal data out.
create table approvals (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('erase_user', 'export_user', 'export_people')),
  state text not null default 'open'
    check (state in ('open', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired')),
  about_user_id bigint references users (id),
  -- Of a table of people: what they are looked for by.
  search text not null default '',
  people_state text,
  -- Why, and what was answered. Emptied when the person is erased.
  reason text not null default '',
  answer text not null default '',
  asked_by bigint not null references users (id),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  decided_by bigint references users (id),
  decided_at timestamptz,
  done_at timestamptz,
  storage_key text,
  file_until timestamptz,
  check ((kind = 'export_people') = (about_user_id is null)),
  check ((storage_key is null) = (file_until is null)),
  -- Two people. Whoever is the only one there decides in no second name.
  check (decided_by is distinct from asked_by or state = 'withdrawn')
);
-- Asked for once, however often it is clicked.
create unique index approvals_person on approvals (kind, about_user_id) where state = 'open' and about_user_id is not null;
create unique index approvals_people on approvals (asked_by) where state = 'open' and about_user_id is null;
create index approvals_waiting on approvals (expires_at) where state = 'open';
create index approvals_files on approvals (file_until) where storage_key is not null;
create index approvals_about on approvals (about_user_id) where about_user_id is not null;
create index approvals_asker on approvals (asked_by, id desc);

-- The table of people: its columns, sorted, and words in addresses.
create index users_by_lastname on users (lastname, id);
create index users_by_firstname on users (firstname, id);
create index users_by_middlename on users (middlename, id);
create index users_by_email on users (email, id);
create index users_email_words on users using gin (lower(email) gin_trgm_ops);
create index users_login_words on users using gin (lower(login) gin_trgm_ops);
create index users_phone_words on users using gin (phone gin_trgm_ops);
create index users_staff on users (id) where is_superuser or groups <> '{}';

-- The log, by its days and its words.
create index audit_entries_at on audit_entries (at);
create index audit_entries_words on audit_entries using gin ((action || ' ' || object || ' ' || details::text) gin_trgm_ops);
