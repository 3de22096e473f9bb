-- Whether the owner of a match is active is asked for each of hundreds: few are not, so that this stays in memory.
create index concurrently if not exists users_not_active on users (id)
  where not (status = 'active' and deleted_at is null);
