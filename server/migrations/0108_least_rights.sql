-- Staff look for people by names and addresses, and the log keeps what they looked for. Erasing a person takes these words out of `details`,
-- within a transaction that says so; everything else of an entry stays as it was written.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('okolo.erasing', true) = 'on' then
    if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
      return new;
    end if;
  end if;
  raise exception 'the audit log is append-only';
end $$;

-- Nodes may use a role that changes rows and no tables. The weeks of `user_events` are tables all the same, so that their owner makes and
-- drops them.
alter function add_user_event_weeks(int) security definer;
alter function add_user_event_weeks(int) set search_path = public, pg_temp;

-- Waits for the lock briefly, because it stops every insert.
create function drop_user_event_week(partition text) returns void language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  if not exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'user_events'::regclass and c.relname = partition and partition ~ '^user_events_\d{8}$'
  ) then
    raise exception '% is no week of user_events', partition;
  end if;
  execute format('drop table %I', partition);
end $$;
