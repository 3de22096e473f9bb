import { MOSCOW } from '@app/contract/platform/time-zones';
import { METRICS, MONEY_METRICS, type Statistics } from '@app/contract/staff/operations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { hasPermission, type Viewer } from '../../platform/http/viewer.ts';
import { listWarnings } from './warnings.queries.ts';

interface Row {
  day: string;
  name: string | null;
  value: number | null;
  counted_at: Date | null;
}

export async function getStatistics(
  { db, clock, mediaRooms }: Services,
  viewer: Viewer,
  count: number,
): Promise<Statistics> {
  const today = sql`(${clock()}::timestamptz at time zone ${MOSCOW})::date`;
  const { rows } = await sql<Row>`
    select to_char(d, 'YYYY-MM-DD') as day, f.name, f.value, f.counted_at
    from generate_series(${today} - ${count}::int + 1, ${today}, interval '1 day') d
    left join daily_metrics f on f.day = d::date
    order by d`.execute(db);
  const days = [...new Set(rows.map(({ day }) => day))];
  const values = new Map(rows.map(({ day, name, value }) => [`${day} ${name}`, value]));
  const mayViewMoney = hasPermission(viewer, 'money.read');
  const counted = rows.reduce<Date | null>(
    (latest, { counted_at: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
    null,
  );
  return {
    days,
    figures: METRICS.filter((name) => mayViewMoney || !MONEY_METRICS.includes(name)).map((name) => ({
      name,
      values: days.map((day) => values.get(`${day} ${name}`) ?? null),
    })),
    counted: counted?.toISOString() ?? null,
    warnings: await listWarnings(db),
    live: { ...(await countOnAir(db)), rooms: mediaRooms.load().rooms, rooms_max: mediaRooms.roomsMax },
  };
}

async function countOnAir(db: Db): Promise<{ streams: number; watchers: number }> {
  const { rows } = await sql<{ streams: number; watchers: number }>`
    select count(*) as streams, coalesce(sum(w.watchers), 0)::int as watchers
    from streams s
    left join lateral (
      select sum(w.count) as watchers from stream_watchers w where w.stream_id = s.id and w.expires_at > now()
    ) w on true
    where s.state in ('live', 'lost')`.execute(db);
  return rows[0] ?? { streams: 0, watchers: 0 };
}
