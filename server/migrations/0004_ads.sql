-- Ads, their photos, and totals that never cost a scan.

-- Text as search sees it: ё is е, and what glues words together (e-mail and file name signs, fractions, hyphens) parts them,
-- because PostgreSQL would otherwise keep "б/у", "example.com" or "шкаф-купе" as words of their own.
-- `searchWords` in platform/search.ts does the same to what people type.
create function search_fold(value text) returns text
  language sql immutable parallel safe strict
  return translate(value, 'ёЁ/\.,:;_-–—+@#&=~%*''’"', 'ее                     ');

-- What people look for, out of the words they typed: all of `words` in any of their forms, and `last` in any form or as the
-- beginning of a word, because it may not be finished yet. A last word that search ignores ("для") only counts when it
-- stands alone.
create function search_query(words text, last text) returns tsquery
  language sql immutable parallel safe strict
  return case
    when numnode(to_tsquery('russian'::regconfig, last)) > 0 or numnode(to_tsquery('russian'::regconfig, words)) = 0
      then to_tsquery('russian'::regconfig, words)
        && (to_tsquery('russian'::regconfig, last) || to_tsquery('simple'::regconfig, last || ':*'))
    else to_tsquery('russian'::regconfig, words)
  end;

create table ads (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  title text not null check (title <> ''),
  description text not null check (description <> ''),
  -- 0: not stated.
  price_roubles bigint not null default 0 check (price_roubles >= 0),
  category_id bigint references categories (id),
  country_id bigint references countries (id),
  city_id bigint,
  enabled boolean not null default true,
  archived_at timestamptz,
  -- Moderation: a reason is what the owner reads.
  blocked_at timestamptz,
  blocked_reason text not null default '',
  -- The owner is suspended or has left.
  owner_hidden boolean not null default false,
  -- Ads that staff bring from elsewhere name their author themselves.
  is_external boolean not null default false,
  external_name text not null default '',
  external_phone text not null default '',
  external_photo text not null default '',
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  is_public boolean not null generated always as
    (enabled and not owner_hidden and archived_at is null and blocked_at is null) stored,
  search tsvector not null generated always as (
    setweight(to_tsvector('russian'::regconfig, search_fold(title)), 'A')
    || setweight(to_tsvector('russian'::regconfig, search_fold(description)), 'D')
  ) stored,
  -- A city never stands without its country, nor in another one; a city that moves takes its ads along.
  check (city_id is null or country_id is not null),
  foreign key (country_id, city_id) references cities (country_id, id) on update cascade
);

-- How common each word is decides between reading by date and reading the word's own index: the planner has to know many words.
alter table ads alter column search set statistics 500;

-- The public list under each filter it knows, newest first: a page is the beginning of one of these, read from the index alone.
create index ads_public on ads (created_at desc, id desc) where is_public;
create index ads_public_category on ads (category_id, created_at desc, id desc) where is_public;
create index ads_public_country on ads (country_id, created_at desc, id desc) where is_public;
create index ads_public_city on ads (city_id, created_at desc, id desc) where is_public;
create index ads_public_category_country on ads (category_id, country_id, created_at desc, id desc) where is_public;
create index ads_public_category_city on ads (category_id, city_id, created_at desc, id desc) where is_public;
-- One person's ads, their archive included.
create index ads_owner on ads (owner_id, created_at desc, id desc);
-- Everything that staff look through.
create index ads_present on ads (created_at desc, id desc) where archived_at is null;
create index ads_archive on ads (archived_at) where archived_at is not null;
-- Without a pending list: every search would have to read it through.
create index ads_search on ads using gin (search) with (fastupdate = off);

create table ad_photos (
  -- Drawn from the same numbers as ads: one address takes either id, and they must never meet.
  id bigint primary key default nextval(pg_get_serial_sequence('ads', 'id')),
  ad_id bigint not null references ads (id) on delete cascade,
  image_id bigint not null references media_images (id),
  -- Three places, one photo each: a fourth cannot exist, whoever adds at once.
  position smallint not null check (position between 1 and 3),
  unique (ad_id, position) deferrable initially immediate
);
create index ad_photos_image on ad_photos (image_id);

-- How many ads each filter of the public list finds; 0 stands for "any". `present` counts everything outside the archive.
-- The truth is this table plus the deltas that are not folded into it yet.
create table ad_counts (
  category_id bigint not null,
  country_id bigint not null,
  city_id bigint not null,
  public bigint not null,
  present bigint not null,
  primary key (category_id, country_id, city_id)
);

-- Appended by the trigger below: writers of ads never meet on a counter's row. 0 stands for "none".
create table ad_count_deltas (
  category_id bigint not null,
  country_id bigint not null,
  city_id bigint not null,
  public integer not null,
  present integer not null
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);

create function ads_count_delta(ad ads, sign integer) returns void language sql as $$
  insert into ad_count_deltas (category_id, country_id, city_id, public, present)
  values (coalesce(ad.category_id, 0), coalesce(ad.country_id, 0), coalesce(ad.city_id, 0),
          case when ad.is_public then sign else 0 end, case when ad.archived_at is null then sign else 0 end)
$$;

create function ads_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform ads_count_delta(old, -1); end if;
  if tg_op <> 'DELETE' then perform ads_count_delta(new, 1); end if;
  return null;
end
$$;

create trigger ads_count_change after insert or delete on ads for each row execute function ads_count();
create trigger ads_count_update after update on ads for each row
  when ((old.is_public, old.archived_at is null, old.category_id, old.country_id, old.city_id)
    is distinct from (new.is_public, new.archived_at is null, new.category_id, new.country_id, new.city_id))
  execute function ads_count();

-- The filters that one ad counts under. A city implies its country, so the pair is kept as the city alone.
create function ads_count_keys(category bigint, country bigint, city bigint)
  returns table (category_id bigint, country_id bigint, city_id bigint)
  language sql immutable as $$
  select distinct c, p.country, p.city
  from (values (0), (category)) as category_keys (c),
       (values (0::bigint, 0::bigint), (country, 0), (0, city)) as p (country, city)
$$;

-- Move deltas into the totals; one folder at a time, the others find nothing to do.
create function ads_fold_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('ad_counts', 0)) then return 0; end if;
  with moved as (
    delete from ad_count_deltas returning *
  ), sums as (
    select k.category_id, k.country_id, k.city_id, sum(m.public) as public, sum(m.present) as present
    from moved m cross join lateral ads_count_keys(m.category_id, m.country_id, m.city_id) k
    group by 1, 2, 3
  ), kept as (
    insert into ad_counts as c select * from sums where public <> 0 or present <> 0
    on conflict (category_id, country_id, city_id)
      do update set public = c.public + excluded.public, present = c.present + excluded.present
  )
  select count(*) into folded from moved;
  return folded;
end
$$;

-- Count everything anew: after bulk loads that went past the trigger. Writers wait meanwhile.
create function ads_rebuild_counts() returns void language plpgsql as $$
begin
  lock table ads in share mode;
  perform pg_advisory_xact_lock(hashtextextended('ad_counts', 0));
  delete from ad_count_deltas;
  delete from ad_counts;
  insert into ad_counts
    select k.category_id, k.country_id, k.city_id, sum(g.public), sum(g.present)
    from (
      select coalesce(category_id, 0) as category, coalesce(country_id, 0) as country, coalesce(city_id, 0) as city,
             count(*) filter (where is_public) as public, count(*) filter (where archived_at is null) as present
      from ads group by 1, 2, 3
    ) g cross join lateral ads_count_keys(g.category, g.country, g.city) k
    group by 1, 2, 3;
end
$$;
