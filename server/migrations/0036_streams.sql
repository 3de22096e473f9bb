-- Streams: who sends, since when, who may watch, what is written meanwhile. The media go elsewhere.

create table streams (
  -- 15 digits drawn by lot: one that is only for those who have its address is not found by counting.
  id bigint primary key check (id between 100000000000000 and 999999999999999),
  user_id bigint not null references users (id) on delete cascade,
  theme text not null check (char_length(theme) between 1 and 200),
  audience text not null check (audience in ('all', 'friends', 'fams', 'me', 'link')),
  source text not null check (source in ('browser', 'whip')),
  state text not null check (state in ('announced', 'waiting', 'live', 'lost', 'ended')),
  keeps_recording boolean not null default false,
  slow_seconds integer not null default 0 check (slow_seconds between 0 and 300),
  planned_for timestamptz,
  created_at timestamptz not null default now(),
  -- When its publisher began to prepare.
  opened_at timestamptz,
  -- When it was live for the first time.
  started_at timestamptz,
  -- The last sign that its publisher is there.
  seen_at timestamptz,
  lost_at timestamptz,
  ended_at timestamptz,
  -- When something ends by itself at the earliest; whichever node comes first sees to it.
  due_at timestamptz,
  viewers_max integer not null default 0,
  -- Names the object in the store; a picture that is replaced leaves its name.
  poster uuid,
  poster_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (due_at is null)),
  check (state <> 'lost' or lost_at is not null),
  check (state <> 'announced' or planned_for is not null)
);
-- One at a time.
create unique index streams_one_running on streams (user_id) where state in ('waiting', 'live', 'lost');
create index streams_running on streams (state) where state in ('waiting', 'live', 'lost');
create index streams_announced on streams (planned_for) where state = 'announced';
create index streams_due on streams (due_at) where due_at is not null;
create index streams_ended on streams (ended_at) where ended_at is not null;
create index streams_of on streams (user_id, created_at desc);

-- How many watch by each app node; a node that dies is counted no more.
create table stream_watchers (
  stream_id bigint not null references streams (id) on delete cascade,
  node uuid not null,
  count integer not null check (count > 0),
  expires_at timestamptz not null,
  primary key (stream_id, node)
);

-- Sums: who gave them is not kept.
create table stream_reactions (
  stream_id bigint not null references streams (id) on delete cascade,
  kind text not null check (kind in ('heart', 'fire', 'clap', 'laugh', 'wow')),
  count bigint not null check (count > 0),
  primary key (stream_id, kind)
);

create table stream_messages (
  id bigint generated always as identity primary key,
  stream_id bigint not null references streams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  content text not null,
  created_at timestamptz not null default now()
);
create index stream_messages_of_stream on stream_messages (stream_id, id);
create index stream_messages_of_person on stream_messages (user_id, id);

-- Who wrote when, and who may not: as long as it runs.
create table stream_writers (
  stream_id bigint not null references streams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  said_at timestamptz,
  is_muted boolean not null default false,
  primary key (stream_id, user_id)
);
create index stream_writers_of_person on stream_writers (user_id);

create table stream_pins (
  stream_id bigint not null references streams (id) on delete cascade,
  position smallint not null,
  -- No reference: an ad that goes does not touch streams.
  board_id bigint not null,
  primary key (stream_id, position)
);

create table stream_reminders (
  stream_id bigint not null references streams (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (stream_id, user_id)
);
create index stream_reminders_of_person on stream_reminders (user_id);

-- How far the telling of a stream that began has come.
create table stream_announcements (
  stream_id bigint primary key references streams (id) on delete cascade,
  told_up_to bigint not null default 0
);

-- What programs send with. Only the hash is kept.
create table stream_keys (
  user_id bigint primary key references users (id) on delete cascade,
  hash bytea not null unique,
  hint text not null,
  created_at timestamptz not null default now()
);
