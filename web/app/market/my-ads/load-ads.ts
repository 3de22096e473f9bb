import type { Board } from '@app/contract/market/ads';
import { ADS_PAGE_SIZE, adsApi } from '#contract/market/ads';
import { favoritesApi } from '#contract/market/favorites';
import type { Host } from '../../platform/host.ts';
import type { CardAd } from '../ads/ad-card.tsx';
import { type OwnAd, toOwnAd } from '../ads/own/own-ad.ts';
import { toCard } from '../ads/to-card.ts';
import { ADS_TABS, type AdsAddress, type AdsTab } from './ads-address.ts';

type Page = Pick<AdsAddress, 'search'> & { size: number; offset: number };

function fetchAds(call: Host['call'], tab: AdsTab, query: Page): Promise<{ boards: Board[]; total: number }> {
  if (tab === 'favourite') return call(favoritesApi.list, { query });
  // `list` would return everybody's ads to staff.
  return call(tab === 'archive' ? adsApi.listArchive : adsApi.listOfUser, { query });
}

export type Totals = Record<AdsTab, number | null>;

/** Counts the ads of each tab, regardless of the search; undefined where loading failed. */
async function countTabs(call: Host['call'], known: Partial<Totals>): Promise<Totals> {
  const totals = await Promise.all(
    ADS_TABS.map(async (tab) => {
      if (known[tab] !== undefined) return [tab, known[tab]];
      return fetchAds(call, tab, { search: '', size: 1, offset: 0 }).then(
        ({ total }) => [tab, total],
        () => [tab, null],
      );
    }),
  );
  return Object.fromEntries(totals) as Totals;
}

export async function loadTab(call: Host['call'], { tab, search, page }: AdsAddress) {
  const { boards, total } = await fetchAds(call, tab, {
    search,
    size: ADS_PAGE_SIZE,
    offset: (page - 1) * ADS_PAGE_SIZE,
  });
  const now = Date.now();
  const list: { own: OwnAd[] } | { favorites: CardAd[] } =
    tab === 'favourite'
      ? { favorites: boards.map((ad) => ({ ...toCard(ad), subscription_on_board: ad.subscription_on_board ?? 1 })) }
      : { own: boards.map((ad) => toOwnAd(ad, now)) };
  return { list, total, totals: await countTabs(call, search === '' ? { [tab]: total } : {}) };
}
