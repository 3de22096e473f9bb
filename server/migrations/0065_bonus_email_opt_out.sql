-- People can stop emails about bonuses. The table holds one row for each opt-out, so that the check is quick.

alter table email_unsubscribes
  drop constraint email_unsubscribes_kind_check,
  add constraint email_unsubscribes_kind_check
    check (kind in ('favorites', 'saved_search', 'new_ad', 'digest', 'bonuses'));
