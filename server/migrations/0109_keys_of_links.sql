-- The keys that sign links join those of `secrets`, which a key of the operator seals. Nodes of the version before read them in tables of
-- their own, which go in 0110_keys_of_links.after.sql.
insert into secrets (name, value)
  select 'invitations', convert_to(key, 'UTF8') from invitation_key
  union all
  select 'appeals', convert_to(key, 'UTF8') from sanction_link_key
  union all
  select 'unsubscribe', convert_to(key, 'UTF8') from unsubscribe_key
on conflict do nothing;
