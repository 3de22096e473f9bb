import { adsApi } from '#contract/market/ads';
import { favoritesApi } from '#contract/market/favorites';
import { searchesApi } from '#contract/market/searches';
import { notificationsApi } from '#contract/notifications/notifications';
import { circleApi } from '#contract/people/circle';
import type { Host } from '../../platform/host.ts';

export type ServiceCounts = Awaited<ReturnType<typeof loadServices>>;

const ONE = { query: { size: 1 } } as const;

/** Errors are ignored, because a tile works without its count. */
export async function loadServices(call: Host['call']) {
  const orNull = (answer: Promise<number>): Promise<number | null> => answer.catch(() => null);
  const [friends, favorites, archive, searches, unread] = await Promise.all([
    orNull(call(circleApi.counts).then(({ friends }) => friends)),
    orNull(call(favoritesApi.list, ONE).then(({ total }) => total)),
    orNull(call(adsApi.listArchive, ONE).then(({ total }) => total)),
    orNull(call(searchesApi.list).then(({ searches }) => searches.length)),
    orNull(call(notificationsApi.unread).then(({ count }) => count)),
  ]);
  return { friends, favorites, archive, searches, unread };
}
