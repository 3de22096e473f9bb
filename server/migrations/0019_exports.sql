-- Archives that people have made of everything that is kept of them. A row goes with its file, a week after it was ready.
create table data_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
  attempts integer not null default 0,
  -- Written so far; of the whole file once it is ready.
  bytes bigint not null default 0,
  progress smallint not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  storage_key text,
  -- SHA-256 of the token in the letter.
  link_hash bytea,
  check ((status = 'ready') = (storage_key is not null)),
  check ((status = 'ready') = (expires_at is not null))
);
-- One at a time.
create unique index data_exports_open on data_exports (user_id) where status in ('queued', 'running');
create index data_exports_person on data_exports (user_id, id desc);
create index data_exports_requested on data_exports (requested_at);

-- Each version of a document is accepted once; the first time counts.
delete from consents c using consents earlier
where earlier.user_id = c.user_id and earlier.document = c.document and earlier.version = c.version and earlier.id < c.id;
create unique index consents_once on consents (user_id, document, version);
drop index consents_user;
