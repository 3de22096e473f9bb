create index concurrently if not exists publication_places_districts
  on publication_places (city_id, published_at desc, publish_id desc) include (district) where district <> '';
