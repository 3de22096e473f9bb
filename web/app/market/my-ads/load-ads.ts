import { ADS_PAGE_SIZE } from '#contract/market/ads';
import { favoritesApi } from '#contract/market/favorites';
import { ownAdsApi } from '#contract/market/own-ads';
import type { Host } from '../../platform/host.ts';
import type { CardAd } from '../ads/ad-card.tsx';
import { type OwnAd, toOwnAd } from '../ads/own/own-ad.ts';
import { toCard } from '../ads/to-card.ts';
import type { AdsAddress, AdsTab } from './ads-address.ts';
import type { Folders } from './favorites/folder-bar.tsx';

interface Page {
  search: string;
  size: number;
  offset: number;
}

export type Totals = Record<AdsTab, number | null>;

interface LoadedTab {
  list: { own: OwnAd[] } | { favorites: CardAd[]; folders: Folders | null };
  total: number;
  totals: Totals;
  draft: { board_title: string; changed: string } | null;
  /** Undefined where it is not known. */
  vacation?: { since: string } | null;
}

const UNKNOWN: Totals = { mine: null, attention: null, active: null, sold: null, archive: null, favourite: null };

async function loadFavorites(call: Host['call'], page: Page, folder: number | null): Promise<LoadedTab> {
  const [{ boards, total }, folders, totals] = await Promise.all([
    call(favoritesApi.list, { query: { ...page, folder: folder ?? undefined } }),
    call(favoritesApi.folders).catch(() => null),
    call(ownAdsApi.countOwn).catch(() => UNKNOWN),
  ]);
  const favorites = boards.map((ad) => ({
    ...toCard(ad),
    subscription_on_board: ad.subscription_on_board ?? 1,
  }));
  return { list: { favorites, folders }, total, totals, draft: null };
}

export async function loadTab(call: Host['call'], { tab, search, page, folder }: AdsAddress): Promise<LoadedTab> {
  const part = { search, size: ADS_PAGE_SIZE, offset: (page - 1) * ADS_PAGE_SIZE };
  if (tab === 'favourite') return loadFavorites(call, part, folder);
  const { boards, total, counts, draft, vacation } = await call(ownAdsApi.listOwn, { query: { tab, ...part } });
  const now = Date.now();
  return {
    list: { own: boards.map((ad) => toOwnAd(ad, now)) },
    total,
    // The unfinished ad waits for its owner as well.
    totals: { ...counts, attention: counts.attention + (draft === null ? 0 : 1) },
    draft,
    vacation,
  };
}
