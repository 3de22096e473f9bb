-- What finds the newest ads with a word first: the spans of time that an ad was created in, of four hours and of four times
-- as long on each of five further levels, told apart by the level (SPAN_MS in newest-matches.ts). Not strict, so that it is
-- inlined: the planner then takes it for the index's own expression.
create function ads_search_spans(created_at timestamptz) returns bigint[] language sql immutable parallel safe
  return array[
    floor(extract(epoch from created_at at time zone 'UTC') / 14400)::bigint * 8,
    floor(extract(epoch from created_at at time zone 'UTC') / 57600)::bigint * 8 + 1,
    floor(extract(epoch from created_at at time zone 'UTC') / 230400)::bigint * 8 + 2,
    floor(extract(epoch from created_at at time zone 'UTC') / 921600)::bigint * 8 + 3,
    floor(extract(epoch from created_at at time zone 'UTC') / 3686400)::bigint * 8 + 4,
    floor(extract(epoch from created_at at time zone 'UTC') / 14745600)::bigint * 8 + 5
  ];
