-- What of a stream went into its video, so that its chat is shown beside it at the right moments when the pieces are gone.
alter table stream_recordings
  -- [[since when, milliseconds of the epoch, how long, milliseconds], ...] in the order of the video. Null before there is one.
  add column spans jsonb;
create unique index stream_recordings_publication on stream_recordings (publish_id) where publish_id is not null;

-- Null: its maker gave it none, and it is named after them in the language of whoever reads.
alter table streams alter column theme drop not null;
update streams s set theme = null
  from users u where u.id = s.user_id and s.theme = left('Эфир ' || trim(u.firstname || ' ' || u.lastname), 120);
