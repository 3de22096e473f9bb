-- An ad's life: when it was first seen, what is not finished yet, and what happens to it from day to day.

-- The first moment at which it was public; nothing is announced as new twice.
alter table ads add column published_at timestamptz;
update ads set published_at = created_at;

-- One unfinished ad a person, the same on every device.
create table ad_drafts (
  user_id bigint primary key references users (id) on delete cascade,
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  -- Never the same twice: it says which version a device started from.
  changed_at timestamptz not null
);

-- The three tables below name ads without a foreign key: its check would lock, and so write, the ad's row for every look at it.
-- Whoever erases an ad erases these.

-- Who looked at an ad today, as a keyed hash: enough to count nobody twice, too little to know who it was.
create table ad_visitors (
  -- Moscow day.
  day date not null,
  ad_id bigint not null,
  visitor bytea not null,
  primary key (day, ad_id, visitor)
);

-- The key of a day's hashes. It goes with them, and then nobody can tell any more whose they were.
create table ad_visitor_keys (
  day date primary key,
  key bytea not null
);

-- What happened to an ad on a Moscow day. `favorites` is what was added less what was taken away.
create table ad_days (
  ad_id bigint not null,
  day date not null,
  views integer not null default 0,
  favorites integer not null default 0,
  messages integer not null default 0,
  phones integer not null default 0,
  primary key (ad_id, day)
);

-- Who uncovered the phone of an ad, for its owner.
create table ad_phone_reveals (
  ad_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  day date not null,
  revealed_at timestamptz not null,
  primary key (ad_id, user_id, day)
);
create index ad_phone_reveals_user on ad_phone_reveals (user_id);

-- Whose phones a person has uncovered on a Moscow day: `user 7`, or `ad 9` for an author from elsewhere.
create table phone_reveals (
  user_id bigint not null references users (id) on delete cascade,
  day date not null,
  subjects text[] not null,
  primary key (user_id, day)
);
create index phone_reveals_day on phone_reveals (day);
