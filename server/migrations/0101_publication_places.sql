-- Where a publication was made: in the city that its author had then. A table of its own, because an index of publications
-- by a further column would have to be built while the site waits.
create table publication_places (
  publish_id bigint primary key references publications (id) on delete cascade,
  city_id bigint not null references cities (id) on delete cascade,
  published_at timestamptz not null
);
create index publication_places_newest on publication_places (city_id, published_at desc, publish_id desc);

insert into publication_places (publish_id, city_id, published_at)
select p.id, u.city_id, p.published_at from publications p join users u on u.id = p.user_id
where p.state = 'published' and p.deleted_at is null and u.city_id is not null;
