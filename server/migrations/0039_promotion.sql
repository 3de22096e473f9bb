-- Promotion of ads: what it costs, what was bought, and what it brought day by day.

create table promotion_tariffs (
  kind text not null check (kind in ('raise', 'highlight')),
  -- One day is «once».
  days int not null check (days in (1, 3, 7, 30)),
  price_kopecks bigint not null check (price_kopecks > 0),
  -- Views through the promoted card.
  promised_views int not null check (promised_views >= 0),
  bonus_percent int not null check (bonus_percent between 0 and 100),
  enabled boolean not null default true,
  changed_at timestamptz not null default now(),
  primary key (kind, days)
);

insert into promotion_tariffs (kind, days, price_kopecks, promised_views, bonus_percent) values
  ('raise', 1, 4900, 10, 50),
  ('raise', 3, 11900, 30, 50),
  ('raise', 7, 22900, 70, 50),
  ('raise', 30, 69900, 300, 50),
  ('highlight', 1, 2900, 5, 50),
  ('highlight', 3, 6900, 15, 50),
  ('highlight', 7, 12900, 35, 50),
  ('highlight', 30, 39900, 150, 50);

create table promotions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- Null: the ad was erased; its title stays with what was paid for it.
  ad_id bigint references ads (id) on delete set null,
  ad_title text not null,
  kind text not null check (kind in ('raise', 'highlight')),
  days int not null,
  -- The tariff as it was bought.
  price_kopecks bigint not null check (price_kopecks > 0),
  promised_views int not null check (promised_views >= 0),
  from_balance_kopecks bigint not null default 0,
  from_bonus_kopecks bigint not null default 0,
  -- Of a business: what the law has its card say.
  advertiser text not null default '',
  inn text not null default '',
  erid text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- While nobody sees the ad nothing is promised: since when it is away, and how long it was before.
  away_since timestamptz,
  away_ms bigint not null default 0,
  views int not null default 0,
  settled_at timestamptz,
  -- Points that came back.
  bonus_back int not null default 0 check (bonus_back >= 0),
  created_at timestamptz not null default now()
);

create unique index promotions_unsettled on promotions (ad_id, kind) where settled_at is null;
create index promotions_by_end on promotions (ends_at) where settled_at is null;
create index promotions_by_user on promotions (user_id, id desc);
create index promotions_by_ad on promotions (ad_id, id desc);

create table promotion_days (
  promotion_id bigint not null references promotions (id) on delete cascade,
  -- Of Moscow.
  day date not null,
  views int not null default 0,
  primary key (promotion_id, day)
);
