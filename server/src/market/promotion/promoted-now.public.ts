import { sql } from 'kysely';
import { moscowDay } from '../../people/users/phone-reveals.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import type { PromotedAd } from '../ads/promoted-ads.public.ts';

/**
 * Every list page needs this, so the result is cached for this time; a purchase on the same node invalidates the cache.
 */
const CACHE_MS = 5000;
const PROMOTED_MAX = 5000;

type Row = Omit<PromotedAd, 'advert'> & { advertiser: string; inn: string; erid: string };

/** Returns promoted public ads by ad id. Served by promotions_by_end. */
export function findPromotedAds({
  db,
  clock,
  publicCache,
}: Pick<Services, 'db' | 'clock' | 'publicCache'>): Promise<ReadonlyMap<number, PromotedAd>> {
  return publicCache.getOrCompute('promoted ads', CACHE_MS, async () => {
    const now = clock();
    const { rows } = await sql<Row>`
      select a.id as "adId", a.category_id as "categoryId", a.country_id as "countryId", a.city_id as "cityId",
        p.raised as "isRaised", p.highlighted as "isHighlighted", p.advertiser, p.inn, p.erid
      from (
        select ad_id, bool_or(kind = 'raise') as raised, bool_or(kind = 'highlight') as highlighted,
          (array_agg(advertiser order by id desc))[1] as advertiser, (array_agg(inn order by id desc))[1] as inn,
          (array_agg(erid order by id desc))[1] as erid
        from promotions
        where settled_at is null and ends_at > ${now} and starts_at <= ${now}
        group by ad_id
      ) p join ads a on a.id = p.ad_id
      where a.is_public order by a.id limit ${PROMOTED_MAX}`.execute(db);
    return new Map(
      rows.map(({ advertiser, inn, erid, ...row }) => [
        row.adId,
        { ...row, advert: erid === '' ? null : { advertiser, inn, erid } },
      ]),
    );
  });
}

/** Counts a view by a new visitor of the day through the promoted card, for each current promotion of the ad. */
export async function countPromotedView({ clock }: Pick<Services, 'clock'>, tx: Tx, adId: number): Promise<void> {
  const now = clock();
  await sql`
    with seen as (
      update promotions set views = views + 1
      where ad_id = ${adId} and settled_at is null and starts_at <= ${now} and ends_at > ${now} returning id
    )
    insert into promotion_days as known (promotion_id, day, views) select id, ${moscowDay(now)}::date, 1 from seen
    on conflict (promotion_id, day) do update set views = known.views + 1`.execute(tx);
}

/** Records when an ad leaves and returns, because its promotions guarantee no views while the ad is invisible. */
export async function onAdEventForPromotions(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  events: readonly AdEvent[],
): Promise<void> {
  const now = clock();
  const idsOf = (...kinds: AdEvent['kind'][]): number[] =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ adId }) => adId);
  const [gone, back] = [idsOf('left', 'erased'), idsOf('returned')];
  if (gone.length > 0) {
    await sql`
      update promotions set away_since = ${now}
      where ad_id = any(${gone}::bigint[]) and settled_at is null and away_since is null`.execute(tx);
  }
  if (back.length > 0) {
    await sql`
      update promotions set away_since = null,
        away_ms = away_ms + greatest(0, extract(epoch from least(${now}, ends_at) - away_since) * 1000)::bigint
      where ad_id = any(${back}::bigint[]) and settled_at is null and away_since is not null`.execute(tx);
  }
}

/** Deletes the user's promotions; the ledger retains the payments without their purpose. */
export async function erasePromotions(tx: Tx | Db, userId: number): Promise<void> {
  await tx.deleteFrom('promotions').where('user_id', '=', userId).execute();
}
