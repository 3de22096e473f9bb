-- Private bookmarks: ads, publications and tracks that a person keeps, in collections of their own.

create table collections (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now()
);
create unique index collections_name on collections (user_id, lower(name));

-- No reference to what is kept: a bookmark outlives it, and keeping a thing must not touch its row.
create table collection_items (
  user_id bigint not null references users (id) on delete cascade,
  -- 0: in no collection.
  collection_id bigint not null,
  kind text not null check (kind in ('ad', 'publication', 'track')),
  item_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, item_id, collection_id)
);
create index collection_items_latest on collection_items (user_id, collection_id, created_at desc, kind, item_id);
