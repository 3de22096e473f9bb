-- `names` holds the interface languages that neither name_native nor name_en serves: {"ru": "Германия", "fr": "Allemagne"}.
-- `search_names` is every name, folded for search and wrapped in bars: '|kazan|казань|'. Written together with the names.

create table countries (
  id bigint generated always as identity primary key,
  iso text unique,
  name_en text not null,
  name_native text not null,
  names jsonb not null default '{}',
  phone_code text not null,
  search_names text not null
);
create index countries_phone_code on countries (phone_code);

create table cities (
  id bigint generated always as identity primary key,
  country_id bigint not null references countries,
  name_en text not null,
  name_native text not null,
  names jsonb not null default '{}',
  population integer not null default 0,
  latitude real,
  longitude real,
  search_names text not null,
  -- What lets ads and people name a country and a city that really belong together.
  unique (country_id, id)
);
-- The list of one country, largest first.
create index cities_by_country on cities (country_id, population desc, id);
create index cities_by_population on cities (population desc, id);

create table categories (
  id bigint generated always as identity primary key,
  name_en text not null,
  name_native text not null,
  names jsonb not null default '{}',
  icon text not null default '',
  position integer not null,
  search_names text not null
);

-- People may name a country and a city in it; a city that moves to another country takes them along.
alter table users
  add foreign key (country_id) references countries,
  add foreign key (city_id) references cities,
  add foreign key (country_id, city_id) references cities (country_id, id) on update cascade;
