-- Files of messages. Nobody but its readers gets one: `reader_ids` are set when a message takes it.
create table chat_files (
  id bigint generated always as identity primary key,
  -- Stands in its address: ids would tell how many there are.
  uid uuid not null unique default gen_random_uuid(),
  -- Null: of somebody who was erased.
  owner_id bigint,
  reader_ids bigint[] not null default '{}',
  -- What holds it: a message, a message that waits for its time, or nothing yet.
  message_id bigint,
  scheduled_id bigint,
  position smallint not null default 0,
  kind text not null check (kind in ('image', 'video', 'audio', 'voice', 'file')),
  name text not null,
  mime text not null,
  -- What it takes in the store, all widths of a picture together.
  bytes bigint not null,
  sha256 text not null,
  -- In the store, under private/: what stands before the width or the extension. The same content lies there once.
  storage_key text not null,
  widths integer[] not null default '{}',
  poster_key text,
  width integer not null default 0,
  height integer not null default 0,
  thumbhash text not null default '',
  duration_ms integer not null default 0,
  waveform smallint[] not null default '{}',
  heard_at timestamptz,
  state text not null default 'unsent' check (state in ('unsent', 'scheduled', 'sent', 'garbage')),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  check ((state = 'sent') = (message_id is not null)),
  check ((state = 'scheduled') = (scheduled_id is not null))
);
create index chat_files_message on chat_files (message_id, position) where message_id is not null;
create index chat_files_scheduled on chat_files (scheduled_id, position) where scheduled_id is not null;
create index chat_files_owner on chat_files (owner_id, id);
create index chat_files_readers on chat_files using gin (reader_ids);
create index chat_files_storage on chat_files (storage_key);
create index chat_files_poster on chat_files (poster_key) where poster_key is not null;
create index chat_files_unsent on chat_files (owner_id) where state = 'unsent';
create index chat_files_swept on chat_files (created_at) where state in ('unsent', 'garbage');
