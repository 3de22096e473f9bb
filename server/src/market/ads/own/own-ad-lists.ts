import { AD_REMINDER_DAYS } from '@app/contract/market/ads';
import type { OwnAdTab, OwnCounts } from '@app/contract/market/own-ads';
import type pg from 'pg';
import { isInAdAudienceSql } from '../audience/ad-audience.public.ts';
import { DAY_MS } from '../lifecycle/ad-expiry.ts';

/** Conditions over `ads`; `soon` returns the SQL of the moment until which an end is near. */
const CONDITIONS: Record<OwnAdTab, (soon: () => string) => string> = {
  mine: () => 'archived_at is null',
  attention: (soon) => `case
    when archived_at is not null then expired and blocked_at is null
    when blocked_at is not null or held_at is not null then true
    when deal = 'sold' then false
    else not enabled or (expires_at <= ${soon()} and not is_external) end`,
  active: () => `archived_at is null and blocked_at is null and held_at is null and enabled and deal <> 'sold'`,
  sold: () => `archived_at is null and blocked_at is null and held_at is null and deal = 'sold'`,
  archive: () => 'archived_at is not null',
};

export const ownListCondition = (tab: OwnAdTab, soon: () => string): string => `(${CONDITIONS[tab](soon)})`;

export const soonAfter = (now: Date): Date => new Date(now.getTime() + AD_REMINDER_DAYS * DAY_MS);

const countOf = (tab: OwnAdTab): string =>
  `count(*) filter (where ${ownListCondition(tab, () => '$2::timestamptz')})::int as ${tab}`;

/** Served by ads_owner; the favorites are counted as their list counts them. */
const COUNTS = `
  select ${(['mine', 'attention', 'active', 'sold', 'archive'] as const).map(countOf).join(', ')},
    (select count(*) from favorites f left join ads a on a.id = f.ad_id
       left join erased_favorites m on m.ad_id = f.ad_id and a.id is null
     where f.user_id = $1::bigint and f.removed_at is null
       and (m.ad_id is not null or (a.id is not null and ${isInAdAudienceSql('$1::bigint')})))::int as favourite
  from ads where owner_id = $1::bigint`;

export async function countOwnLists(pool: pg.Pool, userId: number, now: Date): Promise<OwnCounts> {
  const { rows } = await pool.query<OwnCounts>({
    name: 'own-ad-counts',
    text: COUNTS,
    values: [userId, soonAfter(now)],
  });
  return rows[0] ?? { mine: 0, attention: 0, active: 0, sold: 0, archive: 0, favourite: 0 };
}
