-- Uploads that may be broken off and gone on with. The bytes lie in DATA_DIR/uploads of the node that took them, under `uid`;
-- how many came is the size of that file.
create table uploads (
  id bigint generated always as identity primary key,
  -- Stands in its address: nobody can guess it.
  uid text not null unique check (uid ~ '^[0-9a-f]{32}$'),
  owner_id bigint not null,
  purpose text not null check (purpose in ('post', 'audio')),
  name text not null,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- Renewed with whatever comes; a day later it goes.
  touched_at timestamptz not null default now()
);
create index uploads_owner on uploads (owner_id, id);
create index uploads_touched on uploads (touched_at);

-- Photos and videos of publications. Whoever may see the publication gets them; before one takes them, their owner alone.
create table post_files (
  id bigint generated always as identity primary key,
  -- Stands in its address: ids would tell how many there are.
  uid uuid not null unique default gen_random_uuid(),
  -- Null: nobody's any more.
  owner_id bigint,
  publish_id bigint,
  position smallint not null default 0,
  kind text not null check (kind in ('photo', 'video')),
  alt text not null default '',
  -- In the store, under private/: what stands before the width or the name. The same photo lies there once; of a video what was sent.
  storage_key text not null,
  widths integer[] not null default '{}',
  sha256 text not null,
  -- Of what was sent, or all widths of a photo together; `made_bytes` of what was made of a video.
  bytes bigint not null,
  made_bytes bigint not null default 0,
  width integer not null default 0,
  height integer not null default 0,
  thumbhash text not null default '',
  duration_ms integer not null default 0,
  -- Of a video. What was sent, and whether browsers play it as it is.
  mime text not null default '',
  is_playable boolean not null default false,
  -- ready, or: processing, failed, original as the contract says.
  video_state text not null default 'ready' check (video_state in ('processing', 'ready', 'failed', 'original')),
  progress smallint not null default 0,
  attempts smallint not null default 0,
  -- What was made lies under this key; another one is made for another poster. Names of the renditions: heights.
  made_key text,
  poster_key text,
  poster_ms integer,
  renditions smallint[] not null default '{}',
  state text not null default 'unclaimed' check (state in ('unclaimed', 'claimed', 'garbage')),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  check ((state = 'claimed') = (publish_id is not null))
);
create index post_files_publish on post_files (publish_id, position) where publish_id is not null;
create index post_files_owner on post_files (owner_id, id);
create index post_files_storage on post_files (storage_key);
create index post_files_made on post_files (made_key) where made_key is not null;
create index post_files_poster on post_files (poster_key) where poster_key is not null;
create index post_files_unclaimed on post_files (owner_id) where state = 'unclaimed';
create index post_files_swept on post_files (created_at) where state in ('unclaimed', 'garbage');
