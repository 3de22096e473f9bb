-- What people keep an eye on: favourite ads, saved searches, sellers; and who wants no letters about them.

-- No reference to the ad: a favourite outlives it, and keeping one must not touch the ad's row.
create table favorites (
  user_id bigint not null references users (id) on delete cascade,
  ad_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  -- No favourite any more. The row stays for a while: taken back, it returns to its old place even if the ad is gone.
  removed_at timestamptz,
  -- The last letter about this ad to this person.
  lettered_at timestamptz,
  primary key (user_id, ad_id)
);
create index favorites_latest on favorites (user_id, created_at desc, ad_id desc) where removed_at is null;
-- Who keeps an ad, and how many.
create index favorites_keepers on favorites (ad_id, user_id) where removed_at is null;
create index favorites_removed on favorites (removed_at) where removed_at is not null;

-- What is remembered of an erased ad for those who keep it: never who sold it.
create table favorite_memories (
  ad_id bigint primary key,
  owner_id bigint not null references users (id) on delete cascade,
  title text not null,
  price_roubles bigint not null,
  erased_at timestamptz not null default now()
);
create index favorite_memories_owner on favorite_memories (owner_id);

-- One piece of news about an ad for everyone who keeps it, and how far the telling has come.
create table favorite_news (
  id bigint generated always as identity primary key,
  ad_id bigint not null,
  kind text not null check (kind in ('price_drop', 'back_on_sale')),
  price_before bigint,
  price bigint not null,
  created_at timestamptz not null default now(),
  told_up_to bigint not null default 0
);
create index favorite_news_ad on favorite_news (ad_id, created_at desc);

create table saved_searches (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  -- As the list takes them; what was really searched stands in place of mistyped words.
  filters jsonb not null,
  -- The same filters have the same one.
  fingerprint text not null,
  -- The filters again, for matching: null means any.
  category_id bigint references categories (id) on delete cascade,
  country_id bigint references countries (id) on delete cascade,
  -- The chosen city with those around it.
  city_ids bigint[],
  price_from bigint,
  price_to bigint,
  with_photo boolean not null default false,
  days integer,
  attributes text not null default '',
  words tsquery,
  seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, fingerprint)
);
create index saved_searches_latest on saved_searches (user_id, created_at desc, id desc);
create index saved_searches_category on saved_searches (category_id);
create index saved_searches_country on saved_searches (country_id) where country_id is not null;

-- Which ad met which search: told once, whatever happens to the ad later.
create table saved_search_matches (
  search_id bigint not null references saved_searches (id) on delete cascade,
  ad_id bigint not null,
  matched_at timestamptz not null default clock_timestamp(),
  -- Waits for the next letter.
  in_letter boolean not null default false,
  primary key (search_id, ad_id)
);
create index saved_search_matches_fresh on saved_search_matches (search_id, matched_at desc);
create index saved_search_matches_letter on saved_search_matches (search_id) where in_letter;
create index saved_search_matches_ad on saved_search_matches (ad_id);

-- When a person's next letter about saved searches leaves, and how many left within the hour.
create table saved_search_letters (
  user_id bigint primary key references users (id) on delete cascade,
  due_at timestamptz,
  hour_began timestamptz not null default now(),
  sent_in_hour integer not null default 0
);

-- Who is told what a person publishes.
create table followers (
  follower_id bigint not null references users (id) on delete cascade,
  person_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- The last letter about this person.
  lettered_at timestamptz,
  primary key (follower_id, person_id),
  check (follower_id <> person_id)
);
create index followers_person on followers (person_id, follower_id);

-- Ads that followers are or were told about, and how far the telling has come.
create table ad_announcements (
  ad_id bigint primary key,
  created_at timestamptz not null default now(),
  told_up_to bigint not null default 0
);

-- Letters that a person does not want: of one kind, about one thing (0: about any).
create table letter_stops (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('favorites', 'saved_search', 'new_ad')),
  about_id bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (user_id, kind, about_id)
);

-- Signs the links that stop letters. One row, made here, so that every node signs alike and links in old letters work.
create table letter_key (
  only_one boolean primary key default true check (only_one),
  key text not null
);
insert into letter_key (key) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
