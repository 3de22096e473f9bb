-- Pages with more than 10,000 followers, which the law treats differently, and when their owners were told of it.
create table large_pages (
  person_id bigint primary key references users (id) on delete cascade,
  -- Null while the page has fewer followers again.
  over_since timestamptz,
  notified_at timestamptz,
  counted_at timestamptz not null default now()
);
create index large_pages_counted on large_pages (counted_at);

-- Pages that were large before: the first run of the job counts them exactly and tells their owners.
insert into large_pages (person_id, over_since)
select person_id, now() from followers group by person_id having count(*) > 10000;
