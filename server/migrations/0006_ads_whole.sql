-- Everything an ad says beyond its text: the deal, its time, what its category asks for, who may comment, and what waits for staff.

-- Recreated at the end: it depends on the new columns.
drop trigger ads_count_update on ads;
alter table ads drop column is_public;

alter table ads
  -- What the owner says about the deal.
  add column deal text not null default 'open' check (deal in ('open', 'reserved', 'sold')),
  add column sold_at timestamptz,
  add column expires_at timestamptz not null default now() + interval '60 days',
  -- When its owner was told that it ends soon; null again once it is renewed.
  add column reminded_at timestamptz,
  -- In the archive because its time was over, not because its owner put it there.
  add column expired boolean not null default false,
  -- Waits for staff; the reason is a text key with what was found, shown to the owner.
  add column held_at timestamptz,
  add column held_reason text not null default '',
  add column district text not null default '' check (length(district) <= 80),
  -- Attribute id -> number, id of a choice, or text.
  add column attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object'),
  add column comments_by text not null default 'all' check (comments_by in ('all', 'nobody')),
  add column revision integer not null default 0,
  add column has_photo boolean not null default false,
  -- Ads from elsewhere, by their number there: brought in again, they are the same ads.
  add column external_source text not null default '',
  add column external_id text;

create unique index ads_external on ads (external_source, external_id) where external_id is not null;

update ads set has_photo = true where id in (select ad_id from ad_photos);
update ads set expires_at = created_at + interval '60 days' where created_at > now() - interval '60 days';

alter table ads add column is_public boolean not null generated always as
  (enabled and not owner_hidden and archived_at is null and blocked_at is null and held_at is null and deal <> 'sold') stored;

-- Dropped together with the column they are about.
create index ads_public on ads (created_at desc, id desc) where is_public;
create index ads_public_category on ads (category_id, created_at desc, id desc) where is_public;
create index ads_public_country on ads (country_id, created_at desc, id desc) where is_public;
create index ads_public_city on ads (city_id, created_at desc, id desc) where is_public;
create index ads_public_category_country on ads (category_id, country_id, created_at desc, id desc) where is_public;
create index ads_public_category_city on ads (category_id, city_id, created_at desc, id desc) where is_public;

create trigger ads_count_update after update on ads for each row
  when ((old.is_public, old.archived_at is null, old.category_id, old.country_id, old.city_id)
    is distinct from (new.is_public, new.archived_at is null, new.category_id, new.country_id, new.city_id))
  execute function ads_count();

-- What ends soon, and what is over.
create index ads_expiry on ads (expires_at) where archived_at is null;
create index ads_held on ads (held_at, id) where held_at is not null;

-- Photos come and go by their own table; lists only ask whether there is one.
create function ads_note_photo() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update ads set has_photo = true where id = new.ad_id and not has_photo;
  else
    update ads set has_photo = false
    where id = old.ad_id and has_photo and not exists (select from ad_photos where ad_id = old.ad_id);
  end if;
  return null;
end
$$;
create trigger ads_photo_added after insert on ad_photos for each row execute function ads_note_photo();
create trigger ads_photo_removed after delete on ad_photos for each row execute function ads_note_photo();
