-- Public places where two people who deal meet, kept by staff as the other reference data.
create table safe_places (
  id bigint generated always as identity primary key,
  city_id bigint not null references cities (id) on delete cascade,
  kind text not null check (kind in ('metro', 'mall', 'police', 'post', 'station', 'other')),
  name text not null,
  address text not null default '',
  created_at timestamptz not null default now()
);
create unique index safe_places_name on safe_places (city_id, lower(name), lower(address));

-- Meetings of the two people of a deal, or of those for whom an ad was reserved by hand.
create table meetings (
  id bigint generated always as identity primary key,
  ad_id bigint references ads (id) on delete set null,
  ad_title text not null,
  seller_id bigint not null references users (id),
  buyer_id bigint not null references users (id),
  proposed_by bigint not null references users (id),
  -- The place as it was called when it was proposed; without a kind it was written by hand.
  place_kind text check (place_kind in ('metro', 'mall', 'police', 'post', 'station', 'other')),
  place_name text not null,
  place_address text not null default '',
  at timestamptz not null,
  note text not null default '',
  state text not null default 'proposed'
    check (state in ('proposed', 'agreed', 'over', 'declined', 'cancelled', 'replaced', 'expired')),
  cancelled_by bigint references users (id),
  reason text not null default '',
  reminded_at timestamptz,
  -- When the job has something to do next; null: nothing is left.
  next_at timestamptz,
  created_at timestamptz not null default now(),
  check (seller_id <> buyer_id),
  check (proposed_by in (seller_id, buyer_id)),
  check (next_at is null or state in ('proposed', 'agreed'))
);
-- One meeting of two people about an ad at a time, however many propose at once.
create unique index meetings_running on meetings (ad_id, buyer_id) where state in ('proposed', 'agreed');
create index meetings_seller on meetings (seller_id, id);
create index meetings_buyer on meetings (buyer_id, id);
create index meetings_due on meetings (next_at) where next_at is not null;
create index meetings_at on meetings (at);

-- What one of the two did, and what is theirs alone: who of their relatives is told.
create table meeting_sides (
  meeting_id bigint not null references meetings (id) on delete cascade,
  user_id bigint not null references users (id),
  arrived_at timestamptz,
  confirmed_at timestamptz,
  relative_id bigint references users (id),
  asked_at timestamptz,
  -- When the relative was told that no confirmation came.
  notified_at timestamptz,
  primary key (meeting_id, user_id),
  check (relative_id <> user_id)
);
create index meeting_sides_user on meeting_sides (user_id, meeting_id);
create index meeting_sides_relative on meeting_sides (relative_id) where relative_id is not null;
