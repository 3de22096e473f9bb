-- The uploaded picture of an external author; external_photo is its address, or that of a feed.
alter table ads add column external_image_id bigint references media_images (id);
create index ads_external_image on ads (external_image_id) where external_image_id is not null;

-- Phones of external authors were stored as sent; those of users are E.164.
update ads set external_phone = case
    when external_phone like '+%' then '+' || digits
    when digits ~ '^[78]\d{10}$' then '+7' || substr(digits, 2)
    when digits ~ '^9\d{9}$' then '+7' || digits
    else '+' || digits
  end
from (
  select id as ad_id, regexp_replace(external_phone, '\D', '', 'g') as digits from ads where external_phone <> ''
) phones
where id = ad_id and digits <> '' and external_phone !~ '^\+\d+$';
