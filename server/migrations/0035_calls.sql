-- Calls: who rings whom, who is in, what is written meanwhile. The media go elsewhere.

create table calls (
  id bigint generated always as identity primary key,
  -- 128 bits, in its addresses: nobody guesses one.
  room_id text not null unique check (room_id ~ '^[A-Za-z0-9_-]{22}$'),
  -- Null: of somebody who was erased.
  starter_id bigint references users (id) on delete set null,
  -- No reference: an ad that goes does not touch calls about it.
  ad_id bigint,
  is_video boolean not null default false,
  state text not null default 'ringing' check (state in ('ringing', 'running', 'ended')),
  mode text not null default 'peer' check (mode in ('peer', 'room')),
  created_at timestamptz not null default now(),
  -- When the first one accepted.
  started_at timestamptz,
  ended_at timestamptz,
  -- Since when one is left, and nobody is expected.
  alone_since timestamptz,
  -- When something ends by itself at the earliest; whichever node comes first sees to it.
  due_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check ((state = 'ended') = (due_at is null))
);
create index calls_due on calls (due_at) where due_at is not null;
create index calls_old on calls (ended_at) where ended_at is not null;
create index calls_starter on calls (starter_id);

create table call_people (
  call_id bigint not null references calls (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  state text not null check (state in ('ringing', 'joined', 'visiting', 'left', 'declined', 'missed', 'busy', 'cancelled', 'refused')),
  -- Who rang this person last, and how often this person was rung. Null: who started, and guests.
  inviter_id bigint references users (id) on delete set null,
  rings smallint not null default 0,
  -- How many of these rings stand in the dialog as missed, or did not have to.
  noted_rings smallint not null default 0,
  rung_at timestamptz,
  rings_until timestamptz,
  -- In the call without a page until then.
  here_until timestamptz,
  -- The open page that counts, by the name its node gave it. Its node says again and again that it is there.
  page uuid,
  joined_at timestamptz,
  left_at timestamptz,
  -- Was let into this call at some time: reads its chat.
  was_in boolean not null default false,
  -- Milliseconds of earlier parts.
  talked_ms bigint not null default 0,
  primary key (call_id, user_id)
);
-- One call at a time, and one ring at a time.
create unique index call_people_one_call on call_people (user_id) where state = 'joined';
create unique index call_people_one_ring on call_people (user_id) where state = 'ringing';
create index call_people_history on call_people (user_id, call_id desc);
create index call_people_inviter on call_people (inviter_id, rung_at);
create index call_people_page on call_people (page) where page is not null;

create table call_messages (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  client_key uuid,
  content text not null,
  created_at timestamptz not null default now(),
  unique (user_id, client_key)
);
create index call_messages_of_call on call_messages (call_id, id);

-- Files of messages in calls are files of messages.
alter table chat_files add column call_message_id bigint;
alter table chat_files drop constraint chat_files_check;
alter table chat_files add constraint chat_files_check
  check ((state = 'sent') = (num_nonnulls(message_id, call_message_id) = 1) and num_nonnulls(message_id, call_message_id) <= 1);
create index chat_files_call_message on chat_files (call_message_id, position) where call_message_id is not null;
