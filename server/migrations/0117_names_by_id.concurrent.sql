-- Serves the names of friends of friends, of whom hundreds are compared in one search, without a page of people for each.
create index concurrently if not exists users_names on users (id) include (search_text)
  where status = 'active' and deleted_at is null;
