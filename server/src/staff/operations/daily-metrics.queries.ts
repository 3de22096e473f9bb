import { MOSCOW } from '@app/contract/platform/time-zones';
import type { Metric } from '@app/contract/staff/operations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { GaugeSnapshot } from './measure-gauges.public.ts';

const moscowDaySql = (timestamp: string) => sql`(${sql.raw(timestamp)} at time zone ${sql.lit(MOSCOW)})::date`;

/**
 * Recounts the last `daysBack` days, today among them, from the source rows, so that late changes (an activation, a
 * return, a refund) are included. Retention on day N: last seen N or more days after registration; null until the cohort is that
 * old.
 */
export async function aggregateDailyCounts(db: Db, now: Date, daysBack: number): Promise<void> {
  const today = sql`(${now}::timestamptz at time zone ${sql.lit(MOSCOW)})::date`;
  const since = sql`((${today} - ${daysBack}::int + 1)::timestamp at time zone ${sql.lit(MOSCOW)})`;
  const returned = (days: number) => sql`
    select day, ${`return_${days}_percent`}::text, 100.0 * count(*) filter (where seen >= day + ${days}::int) / count(*)
    from people where day + ${days}::int < ${today} group by day`;
  await sql`
    with days as (
      select d::date as day from generate_series(${today} - ${daysBack}::int + 1, ${today}, interval '1 day') d
    ), people as (
      select ${moscowDaySql('u.registered_at')} as day, u.activated_at is not null as is_active,
        (greatest(l.at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id))
          at time zone ${sql.lit(MOSCOW)})::date as seen
      from users u left join last_seen l on l.user_id = u.id
      where u.registered_at >= ${since}
    ), paid as (
      select ${moscowDaySql('settled_at')} as day, amount_kopecks from payments
      where status in ('succeeded', 'refunded') and settled_at >= ${since}
    ), counted (day, name, value) as (
      select d.day, 'registrations', (select count(*) from people p where p.day = d.day) from days d
      union all
      select day, 'activation_percent', 100.0 * count(*) filter (where is_active) / count(*) from people group by day
      union all ${returned(1)} union all ${returned(7)} union all ${returned(30)}
      union all
      select d.day, 'ads', coalesce(a.count, 0) from days d left join (
        select ${moscowDaySql('created_at')} as day, count(*) as count from ads where created_at >= ${since} group by 1
      ) a using (day)
      union all
      select d.day, 'publications', coalesce(p.count, 0) from days d left join (
        select ${moscowDaySql('published_at')} as day, count(*) as count from publications
        where state = 'published' and published_at >= ${since} group by 1
      ) p using (day)
      union all
      select d.day, 'payments', (select count(*) from paid p where p.day = d.day) from days d
      union all
      select d.day, 'payments_kopecks', (select coalesce(sum(amount_kopecks), 0) from paid p where p.day = d.day) from days d
    )
    insert into daily_metrics (day, name, value, counted_at)
    select c.day, c.name, c.value, ${now} from counted c join days using (day)
    on conflict (day, name) do update set value = excluded.value, counted_at = excluded.counted_at`.execute(db);
}

/** Whether the days before the last `recent` ones were ever counted. */
export async function areEarlierDaysCounted(db: Db, now: Date, recent: number): Promise<boolean> {
  const { rows } = await sql`
    select from daily_metrics where name = 'registrations'
      and day <= (${now}::timestamptz at time zone ${sql.lit(MOSCOW)})::date - ${recent}::int limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Recounts the peaks of yesterday and today from the calls and streams themselves: a snapshot every few minutes misses
 * short ones, and calls between two devices pass no media node. The viewers of a stream count as its own peak.
 */
export async function aggregateDailyPeaks(db: Db, now: Date): Promise<void> {
  const today = sql`(${now}::timestamptz at time zone ${sql.lit(MOSCOW)})::date`;
  await sql`
    with days as (
      select day, day::timestamp at time zone ${sql.lit(MOSCOW)} as since,
        (day + 1)::timestamp at time zone ${sql.lit(MOSCOW)} as until
      from (select ${today} - n as day from generate_series(0, 1) n) d
    ), spans (name, since, until, weight) as (
      select 'media_rooms', started_at, coalesce(ended_at, ${now}), 1 from calls where started_at is not null
      union all select 'media_rooms', started_at, coalesce(ended_at, ${now}), 1 from streams where started_at is not null
      union all select 'media_people', joined_at, coalesce(left_at, ${now}), 1 from call_participants where joined_at is not null
      union all
      select 'media_people', started_at, coalesce(ended_at, ${now}), 1 + viewers_max from streams
      where started_at is not null
    ), changes as (
      select d.day, s.name, greatest(s.since, d.since) as at, s.weight from spans s join days d
        on s.since < d.until and s.until >= d.since
      union all
      select d.day, s.name, least(s.until, d.until), -s.weight from spans s join days d
        on s.since < d.until and s.until >= d.since
    ), running as (
      select day, name, sum(weight) over (partition by day, name order by at, weight desc) as level from changes
    )
    insert into daily_metrics (day, name, value, counted_at)
    select day, name, max(level), ${now} from running group by day, name
    on conflict (day, name) do update
      set value = greatest(daily_metrics.value, excluded.value), counted_at = excluded.counted_at`.execute(db);
}

/** Stores today's maximum of each gauge; failed jobs stay counted after a retry or discard. */
export async function aggregateDailyGauges(db: Db, now: Date, snapshot: GaugeSnapshot): Promise<void> {
  const { rows } = await sql<{ failed: number }>`
    select count(*) as failed from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
      and updated_at >= ((${now}::timestamptz at time zone ${sql.lit(MOSCOW)})::date::timestamp at time zone ${sql.lit(MOSCOW)})`.execute(
    db,
  );
  const values: Partial<Record<Metric, number>> = {
    queue_age_seconds: snapshot.queueAgeSeconds,
    storage_bytes: snapshot.storageBytes,
    people_connected: snapshot.peopleConnected,
    media_rooms: snapshot.mediaRooms,
    media_people: snapshot.mediaPeople,
    job_failures: rows[0]?.failed ?? 0,
  };
  await sql`
    insert into daily_metrics (day, name, value, counted_at)
    select (${now}::timestamptz at time zone ${sql.lit(MOSCOW)})::date, key, value::float8, ${now}
    from jsonb_each_text(${JSON.stringify(values)}::jsonb)
    on conflict (day, name) do update
      set value = greatest(daily_metrics.value, excluded.value), counted_at = excluded.counted_at`.execute(db);
}
