import type { AdKind, AdSort } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import { parseRoubles } from '@app/contract/platform/typed-sum';
import { formatAttributeFilters, parseAttributeFilters } from '@app/contract/reference/attribute-filters';
import { AD_FRESH_DAYS, AD_KINDS, AD_RADII_KM, AD_SORTS } from '#contract/market/ads';
import { DISTRICT_MAX } from '#contract/reference/places';

/** Filters in the address of the list. Unset filters are null, empty or false. */
export interface AdFilters {
  search: string;
  category: number | null;
  country: number | null;
  city: number | null;
  priceFrom: number | null;
  priceTo: number | null;
  kind: AdKind | null;
  photo: boolean;
  /** Only ads of friends; guests have no such filter. */
  circle: boolean;
  /** Only ads of friends of friends, with `circle` those of friends as well; guests are refused. */
  friendsOfFriends: boolean;
  days: number | null;
  radius: number | null;
  /** Of the chosen city, without a radius. */
  district: string;
  /** Attribute filters of the chosen category, encoded as in `contract/attribute-filters.ts`. */
  attributes: string;
  /** Null for the default order: by relevance with words, else the newest first. */
  sort: AdSort | null;
  /** The words are searched as typed: nothing is corrected or read out of them. */
  exact: boolean;
  page: number;
  /** The ads are shown on a map in place of the list. */
  map: boolean;
}

export const NO_FILTERS: AdFilters = {
  search: '',
  category: null,
  country: null,
  city: null,
  priceFrom: null,
  priceTo: null,
  kind: null,
  photo: false,
  circle: false,
  friendsOfFriends: false,
  days: null,
  radius: null,
  district: '',
  attributes: '',
  sort: null,
  exact: false,
  page: 1,
  map: false,
};

const ID_DIGITS_MAX = 15;
const PAGE_DIGITS_MAX = 9;
const SEARCH_MAX = 200;

const ATTRIBUTES_MAX = 500;
/** Form field names: `a12` is a choice of attribute 12, `a14_from` and `a14_to` are the ends of a range. */
const FIELD = /^a(\d+)(_from|_to)?$/;

function numberOf(text: string | null, digits = ID_DIGITS_MAX): number | null {
  const value = (text ?? '').trim();
  return /^\d+$/.test(value) && value.length <= digits && Number(value) > 0 ? Number(value) : null;
}

function priceOf(text: string | null): number | null {
  return parseRoubles(text ?? '') || null;
}

/** Takes them from the address, or from the single fields of a form submitted without scripts. */
function attributesOf(query: URLSearchParams): string {
  const fields = new Map<string, { choices: string[]; from: string; to: string }>();
  for (const [name, value] of query) {
    const [, id, end] = FIELD.exec(name) ?? [];
    if (id === undefined) continue;
    const field = fields.get(id) ?? { choices: [], from: '', to: '' };
    fields.set(id, field);
    const plain = value.replace(/\s/g, '').replace(',', '.');
    if (end === undefined) field.choices.push(plain);
    else field[end === '_from' ? 'from' : 'to'] = plain;
  }
  const typed = [...fields].map(
    ([id, { choices, from, to }]) => `${id}:${choices.length > 0 ? choices.join(',') : `${from}-${to}`}`,
  );
  const text = formatAttributeFilters(parseAttributeFilters([query.get('attributes') ?? '', ...typed].join(';')));
  return text.length <= ATTRIBUTES_MAX ? text : '';
}

function oneOf<T>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find((entry) => entry === value) ?? null;
}

/** Ignores invalid values, and filters that depend on a missing city or category. */
export function parseFilters(query: URLSearchParams): AdFilters {
  const category = numberOf(query.get('category'));
  const city = numberOf(query.get('city'));
  const radius = city === null ? null : oneOf<number>(AD_RADII_KM, numberOf(query.get('radius')));
  const search = (query.get('search') ?? '').trim().slice(0, SEARCH_MAX);
  const [priceFrom, priceTo] = inOrder(priceOf(query.get('price_from')), priceOf(query.get('price_to')));
  return {
    search,
    category,
    country: numberOf(query.get('country')),
    city,
    priceFrom,
    priceTo,
    kind: oneOf(AD_KINDS, query.get('kind')),
    photo: query.get('photo') === '1',
    circle: query.get('circle') === '1',
    friendsOfFriends: query.get('friends_of_friends') === '1',
    days: oneOf<number>(AD_FRESH_DAYS, numberOf(query.get('days'))),
    radius,
    district: districtOf({ city, radius, district: (query.get('district') ?? '').trim().slice(0, DISTRICT_MAX) }),
    attributes: category === null ? '' : attributesOf(query),
    sort: chosenSort({ search, radius }, oneOf(AD_SORTS, query.get('sort'))),
    exact: search !== '' && query.get('exact') === '1',
    page: numberOf(query.get('page'), PAGE_DIGITS_MAX) ?? 1,
    map: query.get('view') === 'map',
  };
}

const districtOf = ({ city, radius, district }: Pick<AdFilters, 'city' | 'radius' | 'district'>): string =>
  city === null || radius !== null ? '' : district;

export const defaultSort = (search: string): AdSort => (search === '' ? 'date' : 'relevance');

/** Guests have no circle: an address that asks for it may be opened by them. */
export const filtersFor = (filters: AdFilters, isSignedIn: boolean): AdFilters =>
  isSignedIn ? filters : { ...filters, circle: false, friendsOfFriends: false };

/** Null for the default order, for relevance without words, and for distances without a radius. */
export function chosenSort(
  { search, radius }: Pick<AdFilters, 'search' | 'radius'>,
  sort: AdSort | null,
): AdSort | null {
  const isUsual = sort === 'relevance' || sort === defaultSort(search) || (sort === 'near' && radius === null);
  return isUsual ? null : sort;
}

function inOrder(from: number | null, to: number | null): [number | null, number | null] {
  return from !== null && to !== null && from > to ? [to, from] : [from, to];
}

export function listHref(filters: Partial<AdFilters>): string {
  const all = { ...NO_FILTERS, ...filters };
  const { search, city } = all;
  const radius = city === null ? null : all.radius;
  const parts: Record<string, string | number | null> = {
    category: all.category,
    country: all.country,
    city,
    search,
    price_from: all.priceFrom,
    price_to: all.priceTo,
    kind: all.kind,
    photo: all.photo ? 1 : null,
    circle: all.circle ? 1 : null,
    friends_of_friends: all.friendsOfFriends ? 1 : null,
    days: all.days,
    radius,
    district: districtOf({ ...all, radius }),
    attributes: all.category === null ? '' : all.attributes,
    sort: chosenSort({ search, radius }, all.sort),
    exact: all.exact && search !== '' ? 1 : null,
    page: all.page > 1 ? all.page : null,
    view: all.map ? 'map' : null,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    if (value !== null && value !== '') query.set(name, String(value));
  }
  // `:` and `;` are allowed in a query; escaping them would make shared addresses unreadable.
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2C', ',');
  return text === '' ? '/' : `/?${text}`;
}

/** Where a place is typed and not chosen, the server finds it: `where` is a field of the form, and no filter. */
export function withPlaceText(href: string, text: string): string {
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ where: text.trim() })}`;
}

export function toSearchQuery(filters: AdFilters) {
  return {
    search: filters.search,
    category_id: filters.category,
    country_id: filters.country,
    city_id: filters.city,
    price_from: filters.priceFrom ?? undefined,
    price_to: filters.priceTo ?? undefined,
    kind: filters.kind ?? undefined,
    photo: filters.photo ? (1 as const) : undefined,
    circle: filters.circle ? (1 as const) : undefined,
    friends_of_friends: filters.friendsOfFriends ? (1 as const) : undefined,
    days: filters.days ?? undefined,
    radius: filters.radius ?? undefined,
    district: filters.district || undefined,
    attributes: filters.attributes || undefined,
    exact: filters.exact ? (1 as const) : undefined,
  };
}

/** Atom feed of the list. Programs that read feeds are guests without a circle, and name no language. */
export function feedHref(filters: AdFilters, lang: Lang): string {
  const query = new URLSearchParams({ lang });
  const given = toSearchQuery({ ...filters, circle: false, friendsOfFriends: false });
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, String(value));
  return `/feeds/ads.atom?${query}`;
}

/** Number of filters behind the «Фильтры» button; a price range counts once. */
export function narrowedCount(filters: AdFilters): number {
  const { priceFrom, priceTo, kind, photo, circle, friendsOfFriends, days, attributes } = filters;
  const single = [priceFrom ?? priceTo, kind, photo || null, circle || null, friendsOfFriends || null, days].filter(
    (value) => value !== null,
  ).length;
  return single + (attributes === '' ? 0 : attributes.split(';').length);
}

export function chosenCount(filters: AdFilters): number {
  const { category, country, city } = filters;
  return [category, city ?? country].filter((value) => value !== null).length + narrowedCount(filters);
}

export function isFiltered(filters: AdFilters): boolean {
  return filters.search !== '' || chosenCount(filters) > 0;
}
