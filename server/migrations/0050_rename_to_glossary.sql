-- Tables, columns and functions get the terms of docs/glossary.md. Only the catalog changes: no row is rewritten.

-- Renames what PostgreSQL named after a table or column: its constraints, indexes and sequences.
create function pg_temp.rename_parts(owner regclass, old text, new text) returns void language plpgsql as $$
declare
  part name;
begin
  for part in select conname from pg_constraint where conrelid = owner and conname ~ old loop
    execute format('alter table %s rename constraint %I to %I', owner, part, regexp_replace(part, old, new));
  end loop;
  for part in
    select relname from pg_class
    where relname ~ old and oid in (
      select indexrelid from pg_index where indrelid = owner
      union all
      select objid from pg_depend where refobjid = owner and deptype in ('a', 'i') and classid = 'pg_class'::regclass)
  loop
    execute format('alter table %I rename to %I', part, regexp_replace(part, old, new));
  end loop;
end $$;

do $$
declare
  renamed record;
begin
  for renamed in select * from (values
    ('bad_pictures', 'blocked_images'),
    ('call_people', 'call_participants'),
    ('content_traces', 'content_fingerprints'),
    ('daily_figures', 'daily_metrics'),
    ('favorite_memories', 'erased_favorites'),
    ('favorite_news', 'favorite_events'),
    ('feature_switches', 'feature_flags'),
    ('feed_marks', 'feed_positions'),
    ('gifts', 'manual_credits'),
    ('hidden_words', 'muted_words'),
    ('letter_key', 'unsubscribe_key'),
    ('letter_stops', 'email_unsubscribes'),
    ('measure_days', 'sanction_days'),
    ('measure_key', 'sanction_link_key'),
    ('measures', 'sanctions'),
    ('payment_notices', 'payment_webhook_events'),
    ('saved_search_letters', 'saved_search_emails'),
    ('second_step_resets', 'second_factor_resets'),
    ('stop_words', 'blocklist_words'),
    ('stranger_firsts', 'first_contacts'),
    ('wave_accounts', 'bulk_sanction_accounts'),
    ('waves', 'bulk_sanctions')
  ) as list (old, new) loop
    execute format('alter table %I rename to %I', renamed.old, renamed.new);
    perform pg_temp.rename_parts(renamed.new::regclass, format('^%s_', renamed.old), renamed.new || '_');
  end loop;

  for renamed in select * from (values
    ('ad_announcements', 'told_up_to', 'notified_up_to_id'),
    ('ads', 'held_word', 'matched_word'),
    ('attribute_choices', 'folded', 'normalized'),
    ('blocked_images', 'print', 'perceptual_hash'),
    ('bulk_sanction_accounts', 'measure_id', 'sanction_id'),
    ('bulk_sanction_accounts', 'wave_id', 'bulk_sanction_id'),
    ('call_participants', 'here_until', 'online_until'),
    ('call_participants', 'noted_rings', 'recorded_rings'),
    ('call_participants', 'talked_ms', 'connected_ms'),
    ('call_participants', 'was_in', 'has_joined'),
    ('category_attributes', 'folded', 'normalized'),
    ('content_fingerprints', 'prints', 'perceptual_hashes'),
    ('favorite_events', 'told_up_to', 'notified_up_to_id'),
    ('favorites', 'lettered_at', 'emailed_at'),
    ('first_contacts', 'stranger_id', 'recipient_id'),
    ('followers', 'lettered_at', 'emailed_at'),
    ('friends', 'is_away', 'is_hidden'),
    ('friends', 'is_kith', 'is_relative'),
    ('ledger_accounts', 'held_kopecks', 'balance_kopecks'),
    ('ledger_accounts', 'purse', 'balance_kind'),
    ('ledger_transactions', 'gift_id', 'manual_credit_id'),
    ('media_images', 'print', 'perceptual_hash'),
    ('messages', 'carries', 'content_kinds'),
    ('moderation_cases', 'not_for', 'excluded_staff_id'),
    ('muted_words', 'folded', 'normalized'),
    ('post_files', 'made_bytes', 'rendition_bytes'),
    ('post_files', 'made_key', 'rendition_key'),
    ('promotion_tariffs', 'promised_views', 'guaranteed_views'),
    ('promotions', 'away_ms', 'paused_ms'),
    ('promotions', 'away_since', 'paused_since'),
    ('promotions', 'promised_views', 'guaranteed_views'),
    ('publication_announcements', 'told_up_to', 'notified_up_to_id'),
    ('saved_search_matches', 'in_letter', 'in_email'),
    ('sessions', 'chain_key', 'token_family'),
    ('sessions', 'proved_at', 'reauthenticated_at'),
    ('stream_announcements', 'told_up_to', 'notified_up_to_id'),
    ('stream_recordings', 'keeps', 'is_retained'),
    ('stream_segments', 'kept_at', 'stored_at'),
    ('stream_writers', 'said_at', 'last_message_at')
  ) as list (owner, old, new) loop
    execute format('alter table %I rename column %I to %I', renamed.owner, renamed.old, renamed.new);
    perform pg_temp.rename_parts(renamed.owner::regclass, format('_%s(_|$)', renamed.old), format('_%s\1', renamed.new));
  end loop;
end $$;

alter index friends_kith rename to friends_relatives;
alter index post_files_made rename to post_files_rendition;
alter index saved_search_matches_letter rename to saved_search_matches_email;

alter function ads_fold_counts rename to ads_apply_count_deltas;
alter function ads_note_photo rename to ads_set_has_photo;
alter function ads_number_marks rename to ads_attribute_tokens;
alter function ads_rebuild_words rename to ads_rebuild_vocabulary;
alter function ads_words rename to ads_record_search_changes;
alter function keep_purse rename to update_ledger_balance;
alter function mark_chats rename to update_chat_receipts;
alter function music_words rename to music_record_search_changes;
alter function publications_words rename to publications_record_search_changes;
alter function search_fold rename to search_normalize;
alter function search_fold_changes rename to search_apply_changes;
alter function stop_word_query rename to blocklist_word_query;
alter function tell_people rename to emit_user_events;

alter trigger ads_words_change on ads rename to ads_search_change;
alter trigger ads_words_update on ads rename to ads_search_update;
alter trigger ledger_entries_keep_purse on ledger_entries rename to ledger_entries_update_balance;
alter trigger playlists_words_change on playlists rename to playlists_search_change;
alter trigger playlists_words_update on playlists rename to playlists_search_update;
alter trigger publications_words_change on publications rename to publications_search_change;
alter trigger publications_words_update on publications rename to publications_search_update;
alter trigger tracks_words_change on tracks rename to tracks_search_change;
alter trigger tracks_words_update on tracks rename to tracks_search_update;

-- Renaming does not reach the text of a function's body, nor its parameters: these functions are created anew.
do $$
declare
  routine record;
  definition text;
  word record;
begin
  for routine in
    select oid::regprocedure as signature, prorettype = 'trigger'::regtype as is_trigger, pg_get_functiondef(oid) as definition
    from pg_proc
    where oid = any (array[
      'ads_apply_count_deltas', 'blocklist_word_query', 'chat_search_vector', 'emit_user_events', 'messages_fill_search',
      'search_apply_changes', 'send_plain_messages', 'update_chat_receipts', 'update_ledger_balance']::regproc[])
  loop
    definition := routine.definition;
    for word in select * from (values
      ('carries', 'content_kinds'),
      ('folded', 'applied'),
      ('held', 'locked_ids'),
      ('held_kopecks', 'balance_kopecks'),
      ('letter', 'payload'),
      ('purse', 'balance_kind'),
      ('receiver_told', 'receiver_event_seq'),
      ('search_fold', 'search_normalize'),
      ('sender_told', 'sender_event_seq'),
      ('tell_people', 'emit_user_events'),
      ('told', 'emitted'),
      ('told_events', 'new_events'),
      ('told_id', 'recipient_id'),
      ('told_ids', 'recipient_ids'),
      ('told_seq', 'event_seq'),
      ('told_seqs', 'event_seqs')
    ) as list (old, new) loop
      definition := regexp_replace(definition, format('\m%s\M', word.old), word.new, 'g');
    end loop;
    if not routine.is_trigger then execute format('drop function %s', routine.signature); end if;
    execute definition;
  end loop;
end $$;
