-- What the owner of an ad wants: to sell, to buy, to give away, to swap, to let or to lend.
alter table ads
  add column kind text not null default 'sell',
  -- Of an ad to let: what its price is paid for.
  add column price_period text,
  -- What the owner takes in exchange.
  add column swap_for text not null default '',
  -- By when a lent thing is back.
  add column return_on date;
alter table ads add constraint ads_kind_check
  check (kind in ('sell', 'buy', 'give', 'swap', 'rent', 'lend')) not valid;
alter table ads add constraint ads_of_kind_check
  check ((price_period is null or (kind = 'rent' and price_period in ('day', 'month')))
    and (swap_for = '' or kind = 'swap') and (return_on is null or kind = 'lend')
    and (price_roubles = 0 or kind in ('sell', 'buy', 'rent'))) not valid;

alter table saved_searches
  -- Null: ads of any kind.
  add column kind text check (kind in ('sell', 'buy', 'give', 'swap', 'rent', 'lend')),
  -- The search stands for this wanted ad, and follows its words and its state.
  add column wanted_ad_id bigint;
create unique index saved_searches_wanted on saved_searches (wanted_ad_id) where wanted_ad_id is not null;

-- The draw among those who asked for a thing that is given away. Its hash is published at once, the seed with the draw.
create table ad_draws (
  ad_id bigint primary key references ads (id) on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  -- Numbers are not given twice, also when somebody left.
  last_number integer not null default 0,
  -- When the draw is made by itself.
  draw_at timestamptz,
  drawn_at timestamptz,
  -- The numbers that took part, in ascending order, and those that were drawn, in their order.
  numbers integer[] not null default '{}',
  drawn integer[] not null default '{}',
  created_at timestamptz not null,
  check ((drawn_at is null) = (drawn = '{}'))
);
create index ad_draws_due on ad_draws (draw_at) where draw_at is not null and drawn_at is null;

create table ad_draw_entries (
  ad_id bigint not null references ad_draws (ad_id) on delete cascade,
  user_id bigint not null references users (id),
  number integer not null,
  created_at timestamptz not null,
  primary key (ad_id, user_id),
  unique (ad_id, number)
);
create index ad_draw_entries_user on ad_draw_entries (user_id, ad_id);

-- Things that are given away cost nothing.
alter table deal_offers drop constraint deal_offers_price_roubles_check;
alter table deal_offers add constraint deal_offers_price_roubles_check check (price_roubles >= 0);
