import type { ResponseOf } from '@app/contract/platform/endpoint';
import { MOSCOW } from '@app/contract/platform/time-zones';
import { COMPLAINT_HOURS } from '@app/contract/trust/complaints';
import { type complaintResponseStatsApi, RESPONSE_STATS_MONTHS } from '@app/contract/trust/sanctions';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';

interface Row {
  month: string;
  received: number;
  in_time: number;
  median_minutes: number | null;
}

/** Response stats by month. Complaints count once they are answered or overdue. Served by complaints_month. */
export async function getComplaintResponseStats({
  db,
  clock,
}: Services): Promise<ResponseOf<typeof complaintResponseStatsApi.get>> {
  const now = clock();
  const { rows } = await sql<Row>`
    select to_char(created_at at time zone ${sql.lit(MOSCOW)}, 'YYYY-MM') as month, count(*) as received,
      count(*) filter (where decided_at <= due_at) as in_time,
      round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)) / 60)::numeric)::int
        as median_minutes
    from complaints
    where created_at >= date_trunc('month', ${now}::timestamptz at time zone ${sql.lit(MOSCOW)}) at time zone ${sql.lit(MOSCOW)}
        - make_interval(months => ${RESPONSE_STATS_MONTHS - 1})
      and (decided_at is not null or due_at <= ${now})
    group by 1 order by 1 desc limit ${RESPONSE_STATS_MONTHS}`.execute(db);
  return {
    hours: COMPLAINT_HOURS,
    months: rows.map((row) => ({ ...row, percent: Math.floor((100 * row.in_time) / row.received) })),
  };
}
