-- Playlists of several people: whom the owner lets add tracks, and who added which entry.
create table playlist_co_authors (
  playlist_id bigint not null references playlists (id) on delete cascade,
  user_id bigint not null references users (id),
  added_at timestamptz not null default now(),
  primary key (playlist_id, user_id)
);
create index playlist_co_authors_user on playlist_co_authors (user_id, playlist_id);

-- Null: the owner of the playlist, who stays in user_id, because user_id with audience decides who may see the entry.
alter table tracks add column added_by bigint references users (id) check (added_by <> user_id);
create index tracks_added_by on tracks (added_by) where added_by is not null;

-- Uploads count for whoever sent them, also into the playlist of somebody else.
create index tracks_sent_by on tracks (coalesce(added_by, user_id), recording_id) where is_sent;
drop index tracks_sent;

-- What the participants of a call listen to together: tracks, and the place in them at a time. The revision counts its changes.
alter table calls add column listening jsonb, add column listening_revision integer not null default 0;
