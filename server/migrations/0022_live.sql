-- What each person's open pages are told, numbered without a hole: seq is taken from the counter's row as the last step before the commit,
-- for many people in the order of their ids, so the numbers' order is the commits' order and nobody waits in a circle.
-- No foreign keys: their locks on users would be taken out of that order. Erasing a person erases both.
create table event_counters (
  user_id bigint primary key,
  seq bigint not null
) with (fillfactor = 70);

create table user_events (
  user_id bigint not null,
  seq bigint not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index user_events_created_at on user_events using brin (created_at);

-- Who is connected, by node. A node that does not renew its lease is dead, and its people are gone. After a crash of the database
-- unlogged tables are empty: the nodes notice that their lease is missing and write everything anew.
create unlogged table presence_nodes (
  node uuid primary key,
  alive_until timestamptz not null
);

create unlogged table presences (
  user_id bigint not null,
  node uuid not null,
  since timestamptz not null default now(),
  primary key (user_id, node)
);
create index presences_node on presences (node);

create table last_seen (
  user_id bigint primary key,
  at timestamptz not null
) with (fillfactor = 70);
