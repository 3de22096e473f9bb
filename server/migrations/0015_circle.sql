-- Who stands how to whom: what people show and allow, friendships, blocks and mutes.
-- The columns of `users` belong to the domain users, the tables to the domain circle.

alter table users
  add column see_phone text not null default 'all' check (see_phone in ('all', 'circle', 'nobody')),
  add column see_email text not null default 'nobody' check (see_email in ('all', 'circle', 'nobody')),
  add column see_online text not null default 'all' check (see_online in ('all', 'circle', 'nobody')),
  add column see_friends text not null default 'all' check (see_friends in ('all', 'circle', 'nobody')),
  add column may_write text not null default 'all' check (may_write in ('all', 'circle', 'nobody')),
  add column may_call text not null default 'all' check (may_call in ('all', 'circle', 'nobody')),
  add column may_comment text not null default 'all' check (may_comment in ('all', 'circle', 'nobody'));

update users set
  see_phone = case when hide_phone then 'nobody' else 'all' end,
  may_call = case when allow_to_call then 'all' else 'circle' end
where hide_phone or not allow_to_call;

alter table users drop column hide_phone, drop column allow_to_call;

alter table ads drop constraint ads_comments_by_check;
alter table ads add constraint ads_comments_by_check check (comments_by in ('all', 'circle', 'nobody'));

-- Who would like to be whose friend. An accepted request goes and a friendship stands instead.
create table friend_requests (
  from_id bigint not null references users (id) on delete cascade,
  to_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- The other side put it away: it is shown and counted no more, and asking again changes nothing.
  hidden_at timestamptz,
  primary key (from_id, to_id),
  check (from_id <> to_id)
);
create index friend_requests_income on friend_requests (to_id, created_at desc, from_id) where hidden_at is null;

-- Two rows a friendship, one for each side.
create table friends (
  user_id bigint not null references users (id) on delete cascade,
  friend_id bigint not null references users (id) on delete cascade,
  since timestamptz not null,
  -- `user_id` counts this friend as family. Nobody else is told.
  is_kith boolean not null default false,
  primary key (user_id, friend_id),
  check (user_id <> friend_id)
);
create index friends_newest on friends (user_id, since desc, friend_id desc);
create index friends_kith on friends (user_id, since desc, friend_id desc) where is_kith;

-- People whom somebody does not want to be proposed any more.
create table hidden_suggestions (
  user_id bigint not null references users (id) on delete cascade,
  hidden_id bigint not null references users (id) on delete cascade,
  primary key (user_id, hidden_id)
);

-- Works both ways and everywhere; only `user_id` can lift it.
create table blocks (
  user_id bigint not null references users (id) on delete cascade,
  blocked_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);

-- Silence that the other side does not notice. `until` is 'infinity' when no end was chosen.
create table mutes (
  user_id bigint not null references users (id) on delete cascade,
  muted_id bigint not null references users (id) on delete cascade,
  until timestamptz not null,
  primary key (user_id, muted_id),
  check (user_id <> muted_id)
);
