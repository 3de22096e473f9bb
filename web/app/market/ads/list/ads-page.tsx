import { redirect } from 'react-router';
import { ADS_PAGE_SIZE, adsApi } from '#contract/market/ads';
import { ownPlaceApi } from '#contract/people/own-place';
import { attributesApi } from '#contract/reference/attributes';
import { hostContext, orNull } from '../../../platform/host.ts';
import { showLastOffline } from '../../../platform/loading/show-last-offline.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { quietBody } from '../../../ui/page/quiet-body.tsx';
import { readGuestFavorites } from '../../favorites/guest-favorites.ts';
import { toCard } from '../to-card.ts';
import type { Route } from './+types/ads-page.ts';
import { filtersFor, parseFilters, toSearchQuery } from './filters/ad-filters.ts';
import { loadPlaceName, redirectToPlace } from './filters/load-place.ts';
import { ownPlaceOf } from './filters/own-place.ts';
import { PLACE_ATTRIBUTE } from './filters/remembered-place.ts';

export const handle = {
  show: true,
  lateScripts: 'needed',
  cachedForGuests: true,
  readAhead: true,
} satisfies PageHandle;

const { Body, withBody } = quietBody<AdsPageData>({
  load: async () => (await import('./ads-body.tsx')).AdsBody,
  // A map, and what only this browser knows, come with the scripts.
  isRendered: () =>
    document.documentElement.getAttribute(PLACE_ATTRIBUTE) !== 'remembered' &&
    document.querySelector('main [data-needs-scripts]') === null &&
    readGuestFavorites().length === 0,
});

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const inviter = query.get('friend_id');
  if (inviter) throw redirect(`/friend?${query}`);

  const host = context.get(hostContext);
  const { call } = host;
  const filters = filtersFor(parseFilters(query), host.viewer !== null);
  await redirectToPlace(host, query, filters);
  const { category, country, city, page, sort } = filters;
  const isAnywhere = country === null && city === null;
  const [ads, place, own, asked] = await Promise.all([
    orNull(
      host,
      call(adsApi.listEnabled, {
        query: {
          size: ADS_PAGE_SIZE,
          page,
          sort: sort ?? undefined,
          promoted: 1,
          ...toSearchQuery(filters),
        },
      }),
    ),
    loadPlaceName(host, filters),
    isAnywhere && host.viewer ? orNull(host, call(ownPlaceApi.get)) : null,
    filters.attributes === '' ? null : orNull(host, call(attributesApi.list, { query: { category } })),
  ]);
  return {
    ads: ads && { ...ads, boards: ads.boards.map(toCard), nearby: ads.nearby?.map(toCard) ?? [] },
    place,
    own: own && ownPlaceOf(own),
    attributes: asked?.attributes ?? [],
  };
}

export type AdsPageData = Awaited<ReturnType<typeof loader>>;
const NOTHING: AdsPageData = { ads: null, place: {}, own: null, attributes: [] };

/** A list that cannot be loaded (connection lost) shows an error in place of the ads; the filters stay. */
const showLast = showLastOffline<AdsPageData>((last = NOTHING) => ({ ...last, ads: null }));
export const clientLoader = (args: Route.ClientLoaderArgs) => withBody(showLast(args));

export default function AdsPage({ loaderData }: Route.ComponentProps) {
  return <Body {...loaderData} />;
}
