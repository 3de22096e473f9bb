-- Everybody's ads as staff order and narrow them; without an order they come by ads_present.

create index ads_present_title on ads (title collate "und-x-icu", id) where archived_at is null;
create index ads_present_price on ads (price_roubles, id) where archived_at is null;
create index ads_blocked on ads (created_at desc, id desc) where blocked_at is not null;
create index ads_disabled on ads (created_at desc, id desc)
  where not enabled and deal <> 'sold' and blocked_at is null and archived_at is null and held_at is null;
create index ads_dealt on ads (created_at desc, id desc) where deal <> 'open';
