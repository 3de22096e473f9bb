-- Music: what was uploaded (recordings, each content once), and who has it in which playlist (tracks).

create table recordings (
  id bigint generated always as identity primary key,
  -- Of the file as it was sent, in hex: the same content is stored once.
  sha256 text not null unique,
  storage_key text not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  duration_ms integer not null default 0 check (duration_ms >= 0),
  -- What the file says of itself; '' where it does not.
  title text not null default '',
  artist text not null default '',
  -- The picture inside it. Entries have copies of their own.
  cover_image_id bigint references media_images (id),
  -- Integrated loudness and true peak (EBU R 128); null while it is not measured, and where there is nothing to measure.
  lufs real,
  peak_db real,
  measured_at timestamptz,
  state text not null default 'active' check (state in ('active', 'taken_down')),
  created_at timestamptz not null default now(),
  -- The last upload of this content: what nothing holds goes a day after.
  seen_at timestamptz not null default now()
);
create index recordings_cover on recordings (cover_image_id) where cover_image_id is not null;
create index recordings_swept on recordings (seen_at, id) where state = 'active';

create table playlists (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  name text not null,
  image_id bigint references media_images (id),
  audience text not null check (audience in ('all', 'friends', 'fams', 'me')),
  may_share boolean not null default true,
  -- Of what is not taken down; kept by whoever changes the entries, while they hold this row.
  track_count integer not null default 0 check (track_count >= 0),
  duration_ms bigint not null default 0 check (duration_ms >= 0),
  created_at timestamptz not null default now(),
  search tsvector not null generated always as (to_tsvector('russian'::regconfig, search_fold(name))) stored
);
create index playlists_owner on playlists (user_id, id desc);
create index playlists_image on playlists (image_id) where image_id is not null;
create index playlists_search on playlists using gin (search) with (fastupdate = off);

-- An entry of a playlist, its keeper's own.
create table tracks (
  id bigint generated always as identity primary key,
  -- Stands in its address: ids would tell how many there are.
  uid uuid not null unique default gen_random_uuid(),
  playlist_id bigint not null references playlists (id),
  user_id bigint not null references users (id),
  recording_id bigint not null references recordings (id),
  title text not null,
  artist text not null,
  lyrics text not null default '',
  cover_image_id bigint references media_images (id),
  position integer not null,
  -- Of its playlist: a search reads it here.
  audience text not null check (audience in ('all', 'friends', 'fams', 'me')),
  -- The recording was taken down: nobody sees the entry.
  is_down boolean not null default false,
  -- The first entry of the call that made this one: a repeated call finds what it has made.
  batch_id bigint,
  created_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('russian'::regconfig, search_fold(title)), 'A')
    || setweight(to_tsvector('russian'::regconfig, search_fold(artist)), 'B')
  ) stored
);
-- The same recording stands in a playlist once.
create unique index tracks_recording on tracks (recording_id, playlist_id);
create index tracks_order on tracks (playlist_id, position, id);
create index tracks_owner on tracks (user_id, id desc);
create index tracks_batch on tracks (batch_id);
create index tracks_cover on tracks (cover_image_id) where cover_image_id is not null;
create index tracks_search on tracks using gin (search) with (fastupdate = off) where not is_down;

-- What a person listened to last, and where.
create table playbacks (
  user_id bigint primary key references users (id),
  track_id bigint not null,
  position_ms integer not null,
  queue bigint[] not null default '{}',
  shuffle boolean not null default false,
  repeat text not null default 'none' check (repeat in ('none', 'all', 'one')),
  paused boolean not null default true,
  device text not null,
  updated_at timestamptz not null
);

-- The public log of what rights holders had taken down. It quotes what the entry said then, and names nobody who had it.
create table takedowns (
  id bigint generated always as identity primary key,
  recording_id bigint not null references recordings (id),
  title text not null,
  artist text not null,
  holder text not null,
  created_at timestamptz not null,
  decided_by bigint,
  restored_at timestamptz,
  restored_by bigint
);
create unique index takedowns_open on takedowns (recording_id) where restored_at is null;

-- Words that searches of music are mended with: of what everybody may see.
create function music_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'tracks' then
    if tg_op <> 'INSERT' and old.audience = 'all' and not old.is_down then
      insert into search_changes values ('music', 0, search_title_words(old.title || ' ' || old.artist), tsvector_to_array(old.search), -1);
    end if;
    if tg_op <> 'DELETE' and new.audience = 'all' and not new.is_down then
      insert into search_changes values ('music', 0, search_title_words(new.title || ' ' || new.artist), tsvector_to_array(new.search), 1);
    end if;
  else
    if tg_op <> 'INSERT' and old.audience = 'all' then
      insert into search_changes values ('music', 0, search_title_words(old.name), tsvector_to_array(old.search), -1);
    end if;
    if tg_op <> 'DELETE' and new.audience = 'all' then
      insert into search_changes values ('music', 0, search_title_words(new.name), tsvector_to_array(new.search), 1);
    end if;
  end if;
  return null;
end
$$;
create trigger tracks_words_change after insert or delete on tracks for each row execute function music_words();
create trigger tracks_words_update after update on tracks for each row
  when ((old.title, old.artist, old.audience, old.is_down) is distinct from (new.title, new.artist, new.audience, new.is_down))
  execute function music_words();
create trigger playlists_words_change after insert or delete on playlists for each row execute function music_words();
create trigger playlists_words_update after update on playlists for each row
  when ((old.name, old.audience) is distinct from (new.name, new.audience))
  execute function music_words();
