import type { Board } from '@app/contract/market/ads';
import { type RawBuilder, sql } from 'kysely';
import { isMutedOrBlockedFor } from '../../../people/relationships/relationships.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { isInDistrict } from '../../../reference/districts.public.ts';
import {
  microsOf,
  type Neighbourhood,
  newestOfCities,
  type Reading,
  readingOf,
  type Stretch,
  type TimePosition,
} from '../../../reference/places/newest-of-cities.public.ts';
import { markMutedAds } from '../muted-ads.public.ts';
import { loadSavedAds } from '../saved-ads.public.ts';
import { findCircleOnly } from './circle-ads.ts';
import { addDistances } from './search-ads.ts';

const ROWS = { table: 'ads', time: 'created_at', id: 'id', condition: 'rows.is_public' };

type FoundAd = TimePosition & { is_shown: boolean };

/**
 * Reads the newest ads of cities or a district, and tells those whose owners the viewer did not mute and has no block with. Served by
 * ads_public_city and ads_districts. Ads that friends show to their circle are few and found by id.
 */
export async function findAdsNear(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  viewer: Viewer,
  where: Neighbourhood,
  stretch: Stretch,
): Promise<Reading> {
  const circleOnly = await findCircleOnly(pool, viewer);
  const present = (found: RawBuilder<unknown>): RawBuilder<FoundAd> => sql<FoundAd>`
    select found.id, ${microsOf('found.at')} as micros, not ${isMutedOrBlockedFor(viewer, sql`a.owner_id`)} as is_shown
    from (${found}) found join ads a on a.id = found.id
    order by found.at desc, found.id desc`;
  const [ofAll, ofCircle] = await Promise.all([
    present(newestOfCities(ROWS, where, stretch)).execute(db),
    circleOnly.length === 0 ? { rows: [] } : present(circleAds(circleOnly, where, stretch)).execute(db),
  ]);
  const reading = readingOf(ofAll.rows, stretch.limit);
  return { ...reading, shown: [...reading.shown, ...readingOf(ofCircle.rows, Number.POSITIVE_INFINITY).shown] };
}

const circleAds = (ids: readonly number[], { cities, district }: Neighbourhood, { below, above }: Stretch) => sql`
  select id, created_at as at from ads
  where id = any(${[...ids]}::bigint[]) and is_circle_only and city_id = any(${[...cities]}::bigint[]) and ${isInDistrict('district', district)}
    and (${microsOf('created_at')}, id) < (${below.micros}::bigint, ${below.id}::bigint)
    and (${microsOf('created_at')}, id) > (${above.micros}::bigint, ${above.id}::bigint)`;

const SHOWN: ReadonlySet<Board['board_state']> = new Set(['active', 'reserved']);

/** Loads found ads as the list shows them, with their distance from a city. Those that left meanwhile are missing. */
export async function loadAdsNear(
  { pool }: Pick<Services, 'pool'>,
  viewer: Viewer,
  ids: readonly number[],
  fromCity: number,
): Promise<Map<number, Board>> {
  const ads = [...(await loadSavedAds(pool, viewer, ids))].filter(([, { board_state }]) => SHOWN.has(board_state));
  const boards = ads.map(([, board]) => board);
  await Promise.all([markMutedAds({ pool }, viewer, boards), addDistances(pool, fromCity, boards)]);
  return new Map(ads);
}
