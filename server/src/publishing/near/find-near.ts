import { findAdsNear } from '../../market/ads/search/ads-near.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Neighbourhood, Reading } from '../../reference/places/newest-of-cities.public.ts';
import { findPublicationsNear } from '../publications/publications-near.public.ts';
import { compareNewestFirst, momentAmong, NEAR_END, type NearPosition } from './near-position.ts';

/** Rows of each kind that are read for one that is wanted, because the viewer may not see some of them. */
const READ_FOR_ONE = 3;
const ROUNDS_MAX = 3;

export interface NearRange {
  below: NearPosition;
  above?: NearPosition;
  size: number;
}

export interface NearPage {
  found: readonly NearPosition[];
  /** Where the next page begins; null at the end. */
  next: NearPosition | null;
}

/**
 * Merges the newest publications and ads of cities. A round reads a fixed number of rows of each kind; what lies below the
 * end of either waits for the next one. The number of rounds is bounded, so that a city full of what the viewer may not
 * see costs no more than a page: the page is then shorter, and `next` goes on below what was read.
 */
export async function findNear(
  services: Pick<Services, 'db' | 'pool'>,
  viewer: Viewer,
  where: Neighbourhood,
  { below, above = NEAR_END, size }: NearRange,
): Promise<NearPage> {
  const found: NearPosition[] = [];
  let from = below;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const limit = size * READ_FOR_ONE;
    const stretchAmong = (kind: NearPosition['kind']) => ({
      below: momentAmong(kind, from),
      above: momentAmong(kind, above),
      limit,
    });
    const [publications, ads] = await Promise.all([
      findPublicationsNear(services, viewer, where, stretchAmong('p')),
      findAdsNear(services, viewer, where, stretchAmong('a')),
    ]);
    const end = higherEnd(publications, ads);
    const shown = [...placed('p', publications), ...placed('a', ads)].filter(
      (position) => end === null || compareNewestFirst(position, end) <= 0,
    );
    found.push(...shown.sort(compareNewestFirst));
    if (found.length > size || end === null)
      return { found: found.slice(0, size), next: found.length > size ? (found[size - 1] ?? null) : null };
    from = end;
  }
  return { found, next: from };
}

const placed = (kind: NearPosition['kind'], { shown }: Reading): NearPosition[] =>
  shown.map((moment) => ({ ...moment, kind }));

/** The end of the kind of which less time was read. */
function higherEnd(publications: Reading, ads: Reading): NearPosition | null {
  const ends: NearPosition[] = [];
  if (publications.end !== null) ends.push({ ...publications.end, kind: 'p' });
  if (ads.end !== null) ends.push({ ...ads.end, kind: 'a' });
  return ends.sort(compareNewestFirst)[0] ?? null;
}
