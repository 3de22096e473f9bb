import { ADS_PAGE_SIZE } from '#contract/market/ads';
import { favoritesApi } from '#contract/market/favorites';
import { ownAdsApi } from '#contract/market/own-ads';
import type { Host } from '../../platform/host.ts';
import type { CardAd } from '../ads/ad-card.tsx';
import { type OwnAd, toOwnAd } from '../ads/own/own-ad.ts';
import { toCard } from '../ads/to-card.ts';
import type { AdsAddress, AdsTab } from './ads-address.ts';

interface Page {
  search: string;
  size: number;
  offset: number;
}

export type Totals = Record<AdsTab, number | null>;

interface LoadedTab {
  list: { own: OwnAd[] } | { favorites: CardAd[] };
  total: number;
  totals: Totals;
  draft: { board_title: string; changed: string } | null;
  /** Undefined where it is not known. */
  vacation?: { since: string } | null;
}

const UNKNOWN: Totals = { mine: null, attention: null, active: null, sold: null, archive: null, favourite: null };

async function loadFavorites(call: Host['call'], page: Page): Promise<LoadedTab> {
  const [{ boards, total }, totals] = await Promise.all([
    call(favoritesApi.list, { query: page }),
    call(ownAdsApi.countOwn).catch(() => UNKNOWN),
  ]);
  const favorites = boards.map((ad) => ({
    ...toCard(ad),
    subscription_on_board: ad.subscription_on_board ?? 1,
  }));
  return { list: { favorites }, total, totals, draft: null };
}

export async function loadTab(call: Host['call'], { tab, search, page }: AdsAddress): Promise<LoadedTab> {
  const part = { search, size: ADS_PAGE_SIZE, offset: (page - 1) * ADS_PAGE_SIZE };
  if (tab === 'favourite') return loadFavorites(call, part);
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
