-- Queued jobs, waiting and dead, get the new names of their jobs. A new database has no queue yet.
do $$
declare
  renamed record;
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  for renamed in select * from (values
    ('adopt-refund', 'import-provider-refund'),
    ('announce-ad', 'notify-followers-of-ad'),
    ('announce-publication', 'notify-followers-of-publication'),
    ('announce-stream', 'notify-followers-of-stream'),
    ('ask-inviter', 'send-inviter-friend-request'),
    ('carry-out-approval', 'execute-approval'),
    ('deliver-sandbox-notice', 'deliver-sandbox-webhook'),
    ('drop-attribute-values', 'delete-attribute-values'),
    ('fold-ad-counts', 'apply-ad-count-deltas'),
    ('fold-daily-figures', 'aggregate-daily-metrics'),
    ('fold-search-vocabulary', 'merge-search-vocabulary'),
    ('fold-tags', 'aggregate-tags'),
    ('forget-old-visits', 'purge-old-visits'),
    ('keep-stream-segments', 'store-stream-segments'),
    ('make-live-segment', 'package-live-segment'),
    ('make-motion', 'transcode-animation'),
    ('make-video', 'transcode-video'),
    ('move-second-step-resets', 'advance-second-factor-resets'),
    ('note-missed-calls', 'record-missed-calls'),
    ('push-rings', 'push-incoming-calls'),
    ('ring-devices', 'push-notifications'),
    ('run-wave', 'run-bulk-sanction'),
    ('send-letter', 'send-email'),
    ('send-search-letters', 'send-search-emails'),
    ('settle-calls', 'expire-calls'),
    ('settle-measures', 'expire-sanctions'),
    ('settle-promotions', 'complete-promotions'),
    ('settle-streams', 'expire-streams'),
    ('sweep-content-traces', 'sweep-content-fingerprints'),
    ('sweep-letters', 'sweep-emails'),
    ('tell-keepers', 'notify-favoriters')
  ) as list (old, new) loop
    update graphile_worker._private_tasks set identifier = renamed.new where identifier = renamed.old;
    update graphile_worker._private_job_queues set queue_name = renamed.new where queue_name = renamed.old;
    update graphile_worker._private_jobs set key = renamed.new || substr(key, length(renamed.old) + 1)
    where starts_with(key, renamed.old || ':');
  end loop;
end $$;
