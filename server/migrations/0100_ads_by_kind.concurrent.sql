alter table ads validate constraint ads_kind_check;
alter table ads validate constraint ads_of_kind_check;
-- Most ads are for sale: lists of these are read as before.
create index concurrently if not exists ads_by_kind on ads (kind, created_at desc, id desc) where is_public and kind <> 'sell';
