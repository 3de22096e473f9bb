-- What people want to be told and when, which of their devices take pushes, and which morning letters they got.

create table notification_settings (
  user_id bigint primary key references users (id) on delete cascade,
  -- Topics switched away from what they are without a choice.
  bell_off text[] not null default '{}',
  push_off text[] not null default '{}',
  push_on text[] not null default '{}',
  -- Whether there are quiet hours, and between which minutes of the day; they may span midnight.
  is_quiet boolean not null default true,
  quiet_from smallint not null default 1380 check (quiet_from between 0 and 1439),
  quiet_to smallint not null default 480 check (quiet_to between 0 and 1439),
  -- An IANA zone; null: nobody said, and Moscow is meant.
  time_zone text check (length(time_zone) between 1 and 60)
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- Pushes end with the session that asked for them.
  session_id bigint not null references sessions (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id, id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- The last morning letter of each person: one a day, and only about what came after the last one.
create table notification_digests (
  user_id bigint primary key references users (id) on delete cascade,
  -- By the person's own calendar.
  day date not null,
  up_to bigint not null
);

-- Lines that tell of several people: each can be taken out.
create index notifications_actors on notifications using gin (actor_ids) where cardinality(actor_ids) > 1;

alter table letter_stops drop constraint letter_stops_kind_check;
alter table letter_stops add constraint letter_stops_kind_check check (kind in ('favorites', 'saved_search', 'new_ad', 'digest'));
