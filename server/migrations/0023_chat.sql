-- Dialogs of two. A chat's row is the lock under which everything of it changes: numbers, counters, marks.
create table chats (
  id bigint generated always as identity primary key,
  low_id bigint not null,
  high_id bigint not null,
  -- The number of the newest message: without a hole from one.
  last_seq bigint not null default 0,
  -- The ad they talk about, the latest one that either came from.
  about_ad_id bigint,
  created_at timestamptz not null default now(),
  unique (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 80);

-- How each of the two sees the dialog.
create table chat_members (
  chat_id bigint not null references chats on delete cascade,
  user_id bigint not null,
  other_id bigint not null,
  folder text not null default 'main' check (folder in ('main', 'requests', 'declined')),
  is_archived boolean not null default false,
  -- The newest message that this member still has; null: nothing is left to show, and the dialog stands in no list.
  shown_seq bigint,
  shown_at timestamptz,
  -- Everything up to here was deleted by this member.
  cleared_seq bigint not null default 0,
  -- Messages that this member still has: what a list counts without reading them.
  shown_count integer not null default 0 check (shown_count >= 0),
  delivered_seq bigint not null default 0,
  read_seq bigint not null default 0,
  unread integer not null default 0 check (unread >= 0),
  is_marked boolean not null default false,
  -- This member has written here, or took the stranger in: the other one is no stranger to them.
  is_accepted boolean not null default false,
  pinned_at timestamptz,
  -- 'infinity': without an end.
  muted_until timestamptz,
  draft text not null default '',
  draft_at timestamptz,
  primary key (chat_id, user_id),
  unique (user_id, other_id)
) with (fillfactor = 70);
-- In the order of the list: what is pinned first.
create index chat_members_list on chat_members (user_id, (pinned_at is not null) desc, shown_at desc, chat_id desc)
  where shown_at is not null;
create index chat_members_unread on chat_members (user_id) where unread > 0 or is_marked;
create index chat_members_requests on chat_members (user_id) where folder = 'requests' and shown_at is not null;

create table messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null references chats on delete cascade,
  seq bigint not null,
  sender_id bigint not null,
  kind text not null default 'message' check (kind in ('message', 'missed_call')),
  -- Made by the sender's device: what is sent again under it is the same message.
  client_key uuid,
  -- Forwarding sends several messages under one key.
  client_part smallint not null default 0,
  content text not null default '',
  reply_to bigint,
  -- Who wrote it first.
  forwarded_from bigint,
  card_kind text,
  card_id bigint,
  -- What kinds of things it carries: photo, video, audio, voice, file, link, card.
  carries text[] not null default '{}',
  warnings text[] not null default '{}',
  is_silent boolean not null default false,
  pinned_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- Deleted for both: the text and everything it carried are gone, the number stays.
  deleted_at timestamptz,
  search tsvector generated always as (
    case when content <> '' then to_tsvector('russian'::regconfig, search_fold(content)) end
  ) stored,
  unique (chat_id, seq),
  unique (sender_id, client_key, client_part)
);
create index messages_search on messages using gin (search) where search is not null;
create index messages_pinned on messages (chat_id, pinned_at) where pinned_at is not null;
create index messages_reply_to on messages (reply_to) where reply_to is not null;
create index messages_carries on messages using gin (carries) where carries <> '{}';

create table message_reactions (
  message_id bigint not null references messages on delete cascade,
  user_id bigint not null,
  reaction text not null,
  at timestamptz not null default now(),
  primary key (message_id, user_id)
);

-- Deleted by one of the two for themselves.
create table message_hides (
  user_id bigint not null,
  message_id bigint not null references messages on delete cascade,
  primary key (user_id, message_id)
);

-- Whom a person wrote to first without knowing them: the limit of a day counts these.
create table stranger_firsts (
  sender_id bigint not null,
  stranger_id bigint not null,
  at timestamptz not null default now(),
  primary key (sender_id, stranger_id)
);
create index stranger_firsts_at on stranger_firsts (sender_id, at);

create table chat_settings (
  user_id bigint primary key,
  shows_reads boolean not null default true,
  shows_typing boolean not null default true,
  -- null: those that everybody begins with, in the language of the page.
  quick_replies text[]
);

create table scheduled_messages (
  id bigint generated always as identity primary key,
  sender_id bigint not null,
  receiver_id bigint not null,
  client_key uuid,
  content text not null default '',
  reply_to bigint,
  card_kind text,
  card_id bigint,
  board_id bigint,
  is_silent boolean not null default false,
  send_at timestamptz not null,
  -- Why it could not be sent when its time came.
  failure text not null default '',
  created_at timestamptz not null default now(),
  unique (sender_id, client_key)
);
create index scheduled_messages_send_at on scheduled_messages (send_at) where failure = '';
create index scheduled_messages_sender on scheduled_messages (sender_id, receiver_id, send_at);
