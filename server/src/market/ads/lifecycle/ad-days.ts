import { createHmac, randomBytes } from 'node:crypto';
import { AD_STATS_DAYS, type AdDay } from '@app/contract/market/ad-owner';
import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type pg from 'pg';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { isInAdAudienceSql } from '../audience/ad-audience.public.ts';

type Counted = 'views' | 'favorites' | 'messages' | 'phones';

/** Increments a daily counter. Does not lock the ad's row. */
export async function countForAd(db: Db, adId: number, what: Counted, by: number, now: Date): Promise<void> {
  await db
    .insertInto('ad_days')
    .values({ ad_id: adId, day: moscowDay(now), [what]: by })
    .onConflict((conflict) =>
      conflict
        .columns(['ad_id', 'day'])
        .doUpdateSet(({ eb, ref }) => ({ [what]: eb(ref(`ad_days.${what}`), '+', by) })),
    )
    .execute();
}

const COUNT_VIEW = `
  with seen as (
    insert into ad_visitors (day, ad_id, visitor)
    select $2::date, id, $3::bytea from ads a
    where id = $1::bigint and ${isInAdAudienceSql('$4::bigint')} and enabled and not owner_hidden and archived_at is null and blocked_at is null and held_at is null
      and owner_id is distinct from $4::bigint
    on conflict do nothing returning ad_id
  )
  insert into ad_days as known (ad_id, day, views) select ad_id, $2::date, 1 from seen
  on conflict (ad_id, day) do update set views = known.views + 1`;

/**
 * Counts one view per visitor and day, except by the owner, by staff and of invisible ads. `isPromoted`: the visitor
 * came through a promoted card; a new visitor is then reported to promotions.
 */
export async function countView(
  services: Services,
  viewer: Viewer,
  adId: number,
  { userAgent, isPromoted }: { userAgent: string; isPromoted: boolean },
): Promise<{ board_id: number }> {
  const { pool, db, clock } = services;
  if (!viewer.isStaff) {
    const day = moscowDay(clock());
    const visitor = hashVisitor(await getVisitorKey(db, day), viewer, userAgent);
    const { rowCount } = await pool.query({
      name: 'ad-view',
      text: COUNT_VIEW,
      values: [adId, day, visitor, viewer.userId],
    });
    if (isPromoted && rowCount === 1)
      await db.transaction().execute((tx) => emit(services, tx, { type: 'ad.promotedViewed', adId }));
  }
  return { board_id: adId };
}

/** The hash identifies a visitor only with the key of the day. */
function hashVisitor(key: Buffer, { userId, ip }: Viewer, userAgent: string): Buffer {
  const who = userId === null ? `${ip}\n${userAgent}` : `user ${userId}`;
  return createHmac('sha256', key).update(who).digest().subarray(0, 16);
}

const keys = new WeakMap<Db, { day: string; key: Promise<Buffer> }>();

/** All nodes share one key per day; each node queries it once. */
function getVisitorKey(db: Db, day: string): Promise<Buffer> {
  const known = keys.get(db);
  if (known?.day === day) return known.key;
  const key = agreeOnKey(db, day);
  keys.set(db, { day, key });
  key.catch(() => keys.delete(db));
  return key;
}

async function agreeOnKey(db: Db, day: string): Promise<Buffer> {
  await db
    .insertInto('ad_visitor_keys')
    .values({ day, key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('ad_visitor_keys').select('key').where('day', '=', day).executeTakeFirstOrThrow();
  return row.key;
}

export async function purgeOldVisitors(db: Db, now: Date): Promise<void> {
  const today = moscowDay(now);
  for (const table of ['ad_visitor_keys', 'ad_visitors']) await deleteInBatches(db, table, sql`day < ${today}::date`);
}

/** Returns the statistics, oldest day first; days without events are rows of zeros. */
export async function listAdDays(db: Db, adId: number, now: Date): Promise<AdDay[]> {
  const { rows } = await sql<AdDay>`
    select to_char(date, 'YYYY-MM-DD') as day, coalesce(views, 0) as views, greatest(coalesce(favorites, 0), 0) as favorites,
      coalesce(messages, 0) as messages, coalesce(phones, 0) as phones
    from generate_series(${moscowDay(now)}::date - ${AD_STATS_DAYS - 1}::int, ${moscowDay(now)}::date, interval '1 day') date
    left join ad_days on ad_days.ad_id = ${adId} and ad_days.day = date::date
    order by date`.execute(db);
  return rows;
}

export interface AdTotals {
  views: number;
  favorites: number;
}

export const NO_TOTALS: AdTotals = { views: 0, favorites: 0 };

/** SQL of how often an ad was seen, and how many keep it. */
export const totalsSql = (adId: string): { views: string; favorites: string } => ({
  views: `coalesce((select sum(d.views) from ad_days d where d.ad_id = ${adId}), 0)::int`,
  favorites: `(select count(*) from favorites f where f.ad_id = ${adId} and f.removed_at is null)::int`,
});

const ASKED = totalsSql('asked.id');
const TOTALS = `
  select asked.id as ad_id, ${ASKED.views} as views, ${ASKED.favorites} as favorites
  from unnest($1::bigint[]) asked (id)`;

export async function findAdTotals(pool: pg.Pool, adIds: readonly number[]): Promise<Map<number, AdTotals>> {
  if (adIds.length === 0) return new Map();
  const { rows } = await pool.query<AdTotals & { ad_id: number }>({ name: 'ad-totals', text: TOTALS, values: [adIds] });
  return new Map(rows.map(({ ad_id, views, favorites }) => [ad_id, { views, favorites }]));
}
