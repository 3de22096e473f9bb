-- Recordings of calls. The files are made and kept by who asked for them; here stands who agreed, and for how long it ran.

alter table calls
  -- How many were asked for: the number of the last one, which consents name.
  add column recording smallint not null default 0,
  -- Of the one that goes on: when it first ran, and since when it runs without a break.
  add column recording_began_at timestamptz,
  add column recording_since timestamptz,
  -- When somebody last said no.
  add column recording_refused_at timestamptz;

alter table call_people
  -- Asked for the recording that goes on: the file is theirs.
  add column is_recording boolean not null default false,
  -- The number of the recording that they agreed to; 0: to none, or not any more.
  add column agreed_to smallint not null default 0,
  -- When they last agreed to one in this call. It stays.
  add column agreed_at timestamptz,
  -- Milliseconds that they recorded.
  add column recorded_ms bigint not null default 0;

-- One recording at a time.
create unique index call_people_one_recorder on call_people (call_id) where is_recording;
