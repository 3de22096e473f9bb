import type { Publication } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { isMutedOrBlockedFor, visibleTo } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import {
  microsOf,
  type Neighbourhood,
  newestOfCities,
  type Reading,
  readingOf,
  type Stretch,
  type TimePosition,
} from '../../reference/places/newest-of-cities.public.ts';
import { presentPublications } from './present-publications.ts';

const ROWS = { table: 'publication_places', time: 'published_at', id: 'publish_id', condition: 'true' };

/**
 * Reads the newest publications of cities or a district, and tells those that the viewer may see and did not mute. What only its
 * author sees is near nobody. Served by
 * publication_places_newest and publication_places_districts.
 */
export async function findPublicationsNear(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  where: Neighbourhood,
  stretch: Stretch,
): Promise<Reading> {
  const { rows } = await sql<TimePosition & { is_shown: boolean }>`
    select newest.id, ${microsOf('newest.at')} as micros,
      p.is_public and p.audience <> 'me' and ${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)} and not ${isMutedOrBlockedFor(viewer, sql`p.user_id`)} as is_shown
    from (${newestOfCities(ROWS, where, stretch)}) newest join publications p on p.id = newest.id
    order by newest.at desc, newest.id desc`.execute(db);
  return readingOf(rows, stretch.limit);
}

export interface PublicationNear {
  publication: Publication;
  cityId: number;
}

/** Loads found publications with their cities, by id. Those that were deleted meanwhile are missing. */
export async function loadPublicationsNear(
  services: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, PublicationNear>> {
  if (ids.length === 0) return new Map();
  const [publications, places] = await Promise.all([
    presentPublications(services, viewer, ids),
    services.db
      .selectFrom('publication_places')
      .select(['publish_id', 'city_id'])
      .where('publish_id', 'in', ids)
      .execute(),
  ]);
  const cities = new Map(places.map(({ publish_id, city_id }) => [publish_id, city_id]));
  return new Map(
    publications.flatMap((publication): [number, PublicationNear][] => {
      const cityId = cities.get(publication.publish_id);
      return cityId === undefined ? [] : [[publication.publish_id, { publication, cityId }]];
    }),
  );
}
