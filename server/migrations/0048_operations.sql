-- What staff say to everybody, what they switch off, and how the days went.

create table announcements (
  id bigint generated always as identity primary key,
  level text not null default 'info' check (level in ('info', 'warning', 'critical')),
  -- By language: {"ru": …}; Russian is always there.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and coalesce(texts->>'ru', '') <> ''),
  url text not null default '',
  is_dismissible boolean not null default true,
  starts_at timestamptz not null,
  -- Null: until it is removed.
  ends_at timestamptz check (ends_at > starts_at),
  -- Counts its wordings: whoever dismissed one is shown the next.
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index announcements_ends on announcements (ends_at);

-- What has no row is on.
create table feature_switches (
  feature text primary key check (feature <> ''),
  is_on boolean not null,
  reason text not null default '',
  changed_at timestamptz not null,
  -- Whoever of the staff did it last. No reference: the switch stays when they are erased.
  changed_by bigint not null
);

-- By Moscow day.
create table daily_figures (
  day date not null,
  name text not null check (name <> ''),
  value double precision not null,
  counted_at timestamptz not null,
  primary key (day, name)
);

create index users_registered on users (registered_at);
