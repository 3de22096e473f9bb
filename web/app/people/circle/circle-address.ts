export const CIRCLE_TABS = ['fams', 'friends', 'requests'] as const;
export type CircleTab = (typeof CIRCLE_TABS)[number];

export const CIRCLE_PATH = '/circle';

export interface CircleAddress {
  tab: CircleTab;
  /** On the requests tab: sent requests instead of received ones. */
  isSent: boolean;
  search: string;
  country: number | null;
  city: number | null;
  /** Only friends who are online; not on the requests tab. */
  isOnline: boolean;
  page: number;
}

const SEARCH_MAX = 200;
const DIGITS_MAX = 6;

function numberOf(text: string | null): number | null {
  const digits = text ?? '';
  return /^\d+$/.test(digits) && digits.length <= DIGITS_MAX && Number(digits) > 0 ? Number(digits) : null;
}

export function parseCircleAddress(query: URLSearchParams): CircleAddress {
  const tab = CIRCLE_TABS.find((name) => name === query.get('tab')) ?? 'friends';
  const country = numberOf(query.get('country'));
  return {
    tab,
    isSent: tab === 'requests' && query.get('sent') === '1',
    search: (query.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    country,
    city: country === null ? null : numberOf(query.get('city')),
    isOnline: tab !== 'requests' && query.get('online') === '1',
    page: numberOf(query.get('page')) ?? 1,
  };
}

/** Returns the canonical address of a list, without default values. */
export function circleHref(address: Partial<CircleAddress>): string {
  const {
    tab = 'friends',
    isSent = false,
    search = '',
    country = null,
    city = null,
    isOnline = false,
    page = 1,
  } = address;
  const query = new URLSearchParams();
  if (tab !== 'friends') query.set('tab', tab);
  if (tab === 'requests' && isSent) query.set('sent', '1');
  if (search !== '') query.set('search', search);
  if (country !== null) query.set('country', String(country));
  if (country !== null && city !== null) query.set('city', String(city));
  if (isOnline && tab !== 'requests') query.set('online', '1');
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? CIRCLE_PATH : `${CIRCLE_PATH}?${text}`;
}

export function isNarrowed({ search, country, isOnline }: CircleAddress): boolean {
  return search !== '' || country !== null || isOnline;
}
