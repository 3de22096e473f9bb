-- Ranges of numbers among the public ads, what one person offers, and owners to remind, found without reading every ad.

-- The numbers that an ad states about itself, as marks that a range can be put together of: how many digits the number has before
-- the point, and its first, first two, three and four of them. "14:4", "14:4.2", "14:4.20", "14:4.201", "14:4.2015".
create function ads_number_marks(attributes jsonb) returns text[]
  language sql immutable parallel safe strict
  return array(
    select key || ':' || length(digits) || case length when 0 then '' else '.' || left(digits, length) end
    from jsonb_each(attributes) as stated (key, value)
      cross join lateral (select trunc((value #>> '{}')::numeric)::text as digits) whole
      cross join lateral generate_series(0, least(4, length(digits))) as length
    where jsonb_typeof(value) = 'number'
  );
create index ads_numbers on ads using gin (ads_number_marks(attributes)) with (fastupdate = off) where is_public;

-- One person's public ads, counted from the index alone: whoever brings ads from elsewhere has a hundred thousand of them.
create index ads_owner_public on ads (owner_id, created_at desc, id desc) where is_public;

-- What ends soon and whose owner was not told: what was told leaves the index. Ads from elsewhere have nobody here to tell.
create index ads_reminders on ads (expires_at) where archived_at is null and reminded_at is null and not is_external;

-- The planner knows nothing of an expression until the table is analysed, and a quiet table may wait long for that.
analyze ads;
