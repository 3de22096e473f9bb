import type pg from 'pg';
import { onPrimary } from '../../../platform/database/shares.ts';

/**
 * Number of ads that count as recent. Most lists end within these, and they are adjacent in the table, while all ads
 * with a word are spread over every page of it.
 */
const RECENT = 160_000;
/** Dates are known of so many newest ads, and of twice as many each time, up to the last: ads come in bursts and after pauses. */
const NEWEST_MIN = 625;
const NEWEST_MAX = 640_000;
const REMEMBERED_MS = 60_000;

/** Of fewer ads no dates are known: all are read at little cost. */
const MARKED_MIN = 10_000;
/** Categories and places with so many ads are known. */
const LARGE = 20_000;

/** The date of the ad that so many newer ones precede. */
export interface AdMark {
  ads: number;
  at: string;
}

export interface NewestAds {
  /** Approximate number of public ads. */
  total: number;
  newest: string | undefined;
  /** Ascending numbers; those below the total only, and none of few ads. */
  marks: readonly AdMark[];
  /** The number of public ads of each category and place that has many, by {@link rangeKey}. */
  large: ReadonlyMap<string, number>;
}

/** A category and a country or a city; null stands for all. */
export interface AdRange {
  category: number | null;
  country: number | null;
  city: number | null;
}

export const rangeKey = ({ category, country, city }: AdRange): string =>
  [category, country, city].map((id) => id ?? 0).join(' ');

const known = new WeakMap<pg.Pool, { until: number; newest: Promise<NewestAds> }>();

/**
 * Returns the dates that part the newest ads from older ones. They may be stale, because any date splits the ads
 * correctly: whoever asks when they are has the old ones, and new ones are read meanwhile.
 */
export function newestAds(pool: pg.Pool): Promise<NewestAds> {
  const last = known.get(pool);
  if (last !== undefined && Date.now() < last.until) return last.newest;
  const read = onPrimary(() => findNewestAds(pool));
  const remember = (newest: Promise<NewestAds>): void => {
    known.set(pool, { until: Date.now() + REMEMBERED_MS, newest });
  };
  if (last === undefined) {
    remember(read);
    read.catch(() => known.delete(pool));
    return read;
  }
  remember(last.newest);
  read.then(
    () => remember(read),
    () => {},
  );
  return last.newest;
}

/** Returns the start date of recent ads, or undefined while there are no more than the limit. */
export async function recentSince(pool: pg.Pool): Promise<string | undefined> {
  return (await newestAds(pool)).marks.find(({ ads }) => ads === RECENT)?.at;
}

/** Served by index-only scans of ads_public, each of which goes on where the one before ended. */
const FIND = `
  with recursive marks (ads, at) as (
    select ${NEWEST_MIN}, (select created_at from ads where is_public order by created_at desc, id desc offset ${NEWEST_MIN} limit 1)
    union all
    select 2 * ads, (select created_at from ads where is_public and created_at <= marks.at
      order by created_at desc, id desc offset marks.ads limit 1)
    from marks where at is not null and ads < ${NEWEST_MAX}
  )
  select coalesce((select public from ad_counts where category_id = 0 and country_id = 0 and city_id = 0), 0) as total,
    (select created_at::text from ads where is_public order by created_at desc, id desc limit 1) as newest,
    coalesce((select json_agg(json_build_object('ads', ads, 'at', at::text) order by ads) from marks where at is not null), '[]') as marks,
    coalesce((select json_object_agg(concat_ws(' ', category_id, country_id, city_id), public) from ad_counts where public >= ${LARGE}), '{}') as large`;

interface FoundNewest extends Omit<NewestAds, 'newest' | 'large'> {
  newest: string | null;
  large: Record<string, number>;
}

async function findNewestAds(pool: pg.Pool): Promise<NewestAds> {
  const { rows } = await pool.query<FoundNewest>(FIND);
  const [row] = rows;
  return {
    total: row?.total ?? 0,
    newest: row?.newest ?? undefined,
    marks: row?.marks.some(({ ads }) => ads >= MARKED_MIN) ? row.marks : [],
    large: new Map(Object.entries(row?.large ?? {})),
  };
}
