-- What ads of a category are asked for; the values stand in ads.attributes, by the attribute's id.
-- `name` is Russian, `names` holds the other languages. `folded` is the name as people compare names: no two alike side by side.

create table category_attributes (
  id bigint generated always as identity primary key,
  category_id bigint not null references categories on delete cascade,
  name text not null check (name <> ''),
  names jsonb not null default '{}',
  folded text not null,
  kind text not null check (kind in ('text', 'number', 'choice')),
  unit text not null default '',
  required boolean not null default false,
  searchable boolean not null default true,
  position integer not null,
  unique (category_id, folded)
);

create table attribute_choices (
  id bigint generated always as identity primary key,
  attribute_id bigint not null references category_attributes on delete cascade,
  name text not null check (name <> ''),
  names jsonb not null default '{}',
  folded text not null,
  position integer not null,
  -- Looked at when the transaction ends: two choices may swap their names.
  unique (attribute_id, folded) deferrable initially deferred
);

-- What people of a city call its parts: the newest ads that name one, read from the index alone.
create index ads_districts on ads (city_id, created_at desc) include (district) where is_public and district <> '';
