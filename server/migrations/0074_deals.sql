-- Deals of two people about an ad: offers, what was agreed, and the reviews that only those who dealt may write.
create table deals (
  id bigint generated always as identity primary key,
  ad_id bigint references ads (id) on delete set null,
  -- As the ad was called, for reviews that outlive the ad.
  ad_title text not null,
  seller_id bigint not null references users (id),
  buyer_id bigint not null references users (id),
  state text not null default 'offered' check (state in ('offered', 'accepted', 'done', 'cancelled')),
  seller_confirmed_at timestamptz,
  buyer_confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (seller_id <> buyer_id),
  check ((state in ('done', 'cancelled')) = (ended_at is not null)),
  check (state <> 'done' or (seller_confirmed_at is not null and buyer_confirmed_at is not null))
);
-- One running deal of a buyer about an ad, and one accepted deal of an ad, however many try at once.
create unique index deals_running on deals (ad_id, buyer_id) where state in ('offered', 'accepted');
create unique index deals_accepted on deals (ad_id) where state = 'accepted';
create index deals_seller on deals (seller_id, id);
create index deals_buyer on deals (buyer_id, id);
-- Who dealt with whom.
create index deals_done_seller on deals (seller_id, buyer_id) where state = 'done';
create index deals_done_buyer on deals (buyer_id, seller_id) where state = 'done';

create table deal_offers (
  id bigint generated always as identity primary key,
  deal_id bigint not null references deals (id) on delete cascade,
  author_id bigint not null references users (id),
  price_roubles bigint not null check (price_roubles > 0),
  state text not null default 'open'
    check (state in ('open', 'accepted', 'countered', 'declined', 'withdrawn', 'closed')),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check ((state = 'open') = (answered_at is null))
);
create index deal_offers_deal on deal_offers (deal_id, id);
create unique index deal_offers_open on deal_offers (deal_id) where state = 'open';

create table deal_reviews (
  id bigint generated always as identity primary key,
  deal_id bigint not null references deals (id) on delete cascade,
  author_id bigint not null references users (id),
  subject_id bigint not null references users (id),
  stars smallint not null check (stars between 1 and 5),
  content text not null default '',
  answer text not null default '',
  answered_at timestamptz,
  -- By staff.
  hidden_at timestamptz,
  -- The people who deal only among themselves, sorted; null: the review weighs.
  clique bigint[],
  created_at timestamptz not null default now(),
  check (author_id <> subject_id),
  check ((answer = '') = (answered_at is null)),
  unique (deal_id, author_id)
);
create index deal_reviews_subject on deal_reviews (subject_id, id desc);
create index deal_reviews_author on deal_reviews (author_id, subject_id, id);

-- What the pages of ads and people show of a person's deals, ready to be read by its key.
create table deal_figures (
  user_id bigint primary key references users (id),
  stars_sum integer not null default 0,
  stars_count integer not null default 0,
  reviews_count integer not null default 0,
  deals_count integer not null default 0,
  -- Median until the first answer; null while there are too few dialogs.
  reply_seconds integer,
  reply_measured_at timestamptz
);

-- Complaints about reviews.
alter table complaints drop constraint complaints_object_check;
alter table complaints add constraint complaints_object_check
  check (object ~ '^(ad|user|comment|publication|publication_comment|audio|deal_review):\d+$') not valid;
