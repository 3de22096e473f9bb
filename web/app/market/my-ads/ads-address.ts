export const ADS_TABS = ['mine', 'attention', 'active', 'sold', 'archive', 'favourite'] as const;
export type AdsTab = (typeof ADS_TABS)[number];

export interface AdsAddress {
  tab: AdsTab;
  search: string;
  page: number;
  /** A folder of favorites: 0 is what is in none, null is everything. */
  folder: number | null;
}

const SEARCH_MAX = 200;
const PAGE_DIGITS_MAX = 6;
const FOLDER_DIGITS_MAX = 15;

function pageOf(text: string | null): number {
  const digits = text ?? '';
  return /^\d+$/.test(digits) && digits.length <= PAGE_DIGITS_MAX ? Math.max(1, Number(digits)) : 1;
}

function folderOf(text: string | null): number | null {
  const digits = text ?? '';
  return /^\d+$/.test(digits) && digits.length <= FOLDER_DIGITS_MAX ? Number(digits) : null;
}

export function parseAdsAddress(query: URLSearchParams): AdsAddress {
  const tab = ADS_TABS.find((tab) => tab === query.get('tab')) ?? 'mine';
  return {
    tab,
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    page: pageOf(query.get('page')),
    folder: tab === 'favourite' ? folderOf(query.get('folder')) : null,
  };
}

export function listAddress(path: string, { tab, search = '', page = 1, folder = null }: Partial<AdsAddress>): string {
  const query = new URLSearchParams();
  if (tab !== undefined && tab !== 'mine') query.set('tab', tab);
  if (folder !== null) query.set('folder', String(folder));
  if (search !== '') query.set('search', search);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Returns the part for a grid whose first cell on page one is not an ad, so that every page has full rows. */
export function partAfterCell(page: number, size: number): { size: number; offset: number } {
  return page === 1 ? { size: size - 1, offset: 0 } : { size, offset: (page - 1) * size - 1 };
}

/** Returns the page to redirect to when the page is beyond the end; null when the page exists or the list is empty. */
export function pageInRange(page: number, total: number, size: number): number | null {
  const last = Math.max(1, Math.ceil(total / size));
  return page > last ? last : null;
}
