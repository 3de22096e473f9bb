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
