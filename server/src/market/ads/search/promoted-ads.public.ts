import { sql } from 'kysely';
import type { Services } from '../../../platform/domain/services.ts';

export interface PromotedAd {
  adId: number;
  categoryId: number | null;
  countryId: number | null;
  cityId: number | null;
  /** Takes turns in the promoted places at the top of lists. */
  isRaised: boolean;
  isHighlighted: boolean;
  /** The advertising label that the law requires for a business. */
  advert: { advertiser: string; inn: string; erid: string } | null;
}

/** Every list page needs this, so it is cached for this time; a purchase on the same node invalidates the cache. */
const CACHE_MS = 5000;
const PROMOTED_MAX = 5000;

type Row = Omit<PromotedAd, 'advert'> & { advertiser: string; inn: string; erid: string };

/** Returns promoted public ads by ad id. Served by promotions_by_end. */
export function findPromotedAds({ db, clock, publicCache }: Services): Promise<ReadonlyMap<number, PromotedAd>> {
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
