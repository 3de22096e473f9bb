-- Ads have an audience, and may be shown to the circle of their owner first.

alter table ads
  add column audience text not null default 'all' check (audience in ('all', 'friends', 'fams')),
  -- For friends until `opens_at`, then for everybody.
  add column circle_first boolean not null default false check (not circle_first or audience = 'friends'),
  -- Null until the ad is visible to its circle for the first time.
  add column opens_at timestamptz check (opens_at is null or circle_first);

-- Counters, search words and every index of public lists go by this column: they know nothing of ads for a circle.
alter table ads alter column is_public
  set expression as (enabled and not owner_hidden and archived_at is null and blocked_at is null and held_at is null and deal <> 'sold'
    and audience = 'all');
alter table ads add column is_circle_only boolean not null generated always as
  (enabled and not owner_hidden and archived_at is null and blocked_at is null and held_at is null and deal <> 'sold'
    and audience <> 'all') stored;

-- The ads of a reader's friends that are not for everybody.
create index ads_circle_only on ads (owner_id, created_at desc, id desc) include (audience) where is_circle_only;
create index ads_opening on ads (opens_at) where opens_at is not null;

-- The widest audience whose followers were told of the ad.
alter table ad_announcements
  add column audience text not null default 'all' check (audience in ('all', 'friends', 'fams'));

-- Matches only ads of friends.
alter table saved_searches add column is_of_circle boolean not null default false;

analyze ads;
