-- By the part of its city that an ad is drawn in, see SLOT_OF_AD in ad-point.ts. The id stands in it so that ads are
-- found and counted from the index alone.
create index concurrently if not exists ads_map on ads (city_id, ((((id % 65536) * 40503) % 65536) / 256), id) where is_public
