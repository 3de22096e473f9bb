-- Serves every search for names. Without a list of pending changes, which each step of a search would read.
create index concurrently if not exists users_search_newest
  on users using gin (search_text gin_trgm_ops, users_search_keys(id, city_id)) with (fastupdate = off);
drop index concurrently if exists users_search;
