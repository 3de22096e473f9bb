-- Live events are deleted after 30 days. A deleted row of a large table costs as much as a written one, a dropped
-- partition costs nothing, so the table has a partition for each week. Rows of before this migration stay in one
-- partition of their own, which ends with the present week; its key is built while the table is locked, about two
-- seconds for a million events.
alter table user_events rename to user_events_earlier;
alter index user_events_pkey rename to user_events_earlier_old_key;
drop index user_events_created_at;

create table user_events (
  user_id bigint not null,
  seq bigint not null,
  event jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq, created_at)
) partition by range (created_at);

-- Takes what has no week, so that a job that did not run for a month stops nobody.
create table user_events_default partition of user_events default;

-- Creates the partitions of this week and of the following ones. A week that has rows in the default partition already
-- stays there.
create function add_user_event_weeks(weeks int) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  monday timestamp;
  partition text;
begin
  for monday in
    select generate_series(date_trunc('week', now() at time zone 'UTC'), now() at time zone 'UTC' + weeks * interval '1 week', '1 week')
  loop
    partition := 'user_events_' || to_char(monday, 'YYYYMMDD');
    continue when to_regclass(partition) is not null;
    begin
      execute format('create table %I partition of user_events for values from (%L) to (%L)',
        partition, monday at time zone 'UTC', (monday + interval '1 week') at time zone 'UTC');
    exception when check_violation or invalid_object_definition then
      null;
    end;
  end loop;
end $$;

do $$
declare
  next_monday timestamptz := (date_trunc('week', now() at time zone 'UTC') + interval '1 week') at time zone 'UTC';
begin
  if exists (select from user_events_earlier) then
    alter table user_events_earlier drop constraint user_events_earlier_old_key;
    execute format('alter table user_events attach partition user_events_earlier for values from (minvalue) to (%L)', next_monday);
  else
    drop table user_events_earlier;
  end if;
end $$;

select add_user_event_weeks(4);
