-- Serves every search for words, also without spans. Without a list of pending changes, which every search would read.
create index concurrently if not exists ads_search_newest
  on ads using gin (search, ads_search_spans(created_at)) with (fastupdate = off);
drop index concurrently if exists ads_search;
