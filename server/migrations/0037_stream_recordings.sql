-- What streams said and showed: pieces of a few seconds, as they come from the media nodes, to go back while it is live, to watch
-- without a place in the room, and to become a publication.

create table stream_recordings (
  id bigint generated always as identity primary key,
  -- No reference: streams come and go with their own rules.
  stream_id bigint not null unique,
  room_id text not null unique,
  owner_id bigint not null references users (id) on delete cascade,
  -- Whether it stays when the stream is over; otherwise only to be watched meanwhile.
  keeps boolean not null,
  state text not null default 'open' check (state in ('open', 'closed', 'wanted', 'published', 'failed')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Of all pictures while it is live: that of the first piece. Null before it.
  width integer,
  height integer,
  -- What the publication is to say, and for whom.
  description text not null default '',
  audience text not null default 'me' check (audience in ('all', 'friends', 'fams', 'me')),
  publish_id bigint,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'published') = (publish_id is not null))
);
create index stream_recordings_open on stream_recordings (started_at) where state = 'open';
create index stream_recordings_ended on stream_recordings (ended_at) where ended_at is not null;
create index stream_recordings_owner on stream_recordings (owner_id);

create table stream_segments (
  id bigint generated always as identity primary key,
  recording_id bigint not null references stream_recordings (id) on delete cascade,
  -- One uninterrupted piece of work of one media node: when it began, milliseconds. A node that died begins another.
  session bigint not null,
  position integer not null check (position >= 0),
  -- Since the beginning of the session.
  start_ms integer not null check (start_ms >= 0),
  duration_ms integer not null check (duration_ms > 0),
  codec text not null check (codec in ('vp8', 'h264')),
  width integer not null,
  height integer not null,
  bytes bigint not null,
  storage_key text not null unique,
  -- As browsers play it: `ready`, or `skipped` where there was no time for it.
  live_state text not null default 'waiting' check (live_state in ('waiting', 'ready', 'skipped')),
  live_key text unique,
  live_bytes integer not null default 0,
  -- The beginning of the file, which says how to read the rest, and what it says.
  head_bytes integer not null default 0,
  head_hash text not null default '',
  kept_at timestamptz not null default now(),
  check ((live_state = 'ready') = (live_key is not null)),
  -- Once only, however often it is offered.
  unique (recording_id, session, position)
);
