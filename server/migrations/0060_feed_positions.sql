-- The newest publication a reader saw on any device, and from where down everything was read. Earlier versions kept the
-- newest only in each browser: what was published before the last visit counts as seen.
alter table feed_positions
  add column seen_at timestamptz,
  add column seen_id bigint,
  add column caught_up_at timestamptz,
  add column caught_up_id bigint;

update feed_positions set
  seen_at = greatest(published_at, marked_at),
  seen_id = case when marked_at > published_at then 0 else publish_id end;
