-- Copied into `secrets` by 0109_keys_of_links.sql.
drop table invitation_key, sanction_link_key, unsubscribe_key;
