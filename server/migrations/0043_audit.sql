-- What staff did and whose personal data they looked at. Nothing is changed or removed afterwards.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Whoever did it. No reference: the entry stays when they are erased.
  actor_id bigint not null,
  session_id bigint,
  ip text not null,
  -- `area.action`, as the permissions are named.
  action text not null check (length(action) between 1 and 60),
  -- `user:5`, `ad:7`; '' when it is about no one thing.
  object text not null default '' check (length(object) <= 100),
  -- Whose data it touches, where that is one person.
  about_user_id bigint,
  details jsonb not null default '{}'
);
create index audit_entries_actor on audit_entries (actor_id, id desc);
create index audit_entries_about on audit_entries (about_user_id, id desc) where about_user_id is not null;
create index audit_entries_object on audit_entries (object, id desc);
create index audit_entries_action on audit_entries (action, id desc);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function audit_is_append_only();
create trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function audit_is_append_only();
