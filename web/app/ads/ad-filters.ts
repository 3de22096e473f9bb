/** What the address of the list holds. Identifiers are null when not chosen. */
export interface AdFilters {
  search: string;
  category: number | null;
  country: number | null;
  city: number | null;
  page: number;
}

export const NO_FILTERS: AdFilters = { search: '', category: null, country: null, city: null, page: 1 };

const ID_DIGITS_MAX = 15;

function numberOf(text: string | null): number | null {
  const value = (text ?? '').trim();
  return /^\d+$/.test(value) && value.length <= ID_DIGITS_MAX && Number(value) > 0 ? Number(value) : null;
}

/** Nonsense in the address counts as not chosen; a city without its country as well. */
export function readFilters(query: URLSearchParams): AdFilters {
  const country = numberOf(query.get('country'));
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    category: numberOf(query.get('category')),
    country,
    city: country === null ? null : numberOf(query.get('city')),
    page: numberOf(query.get('page')) ?? 1,
  };
}

/** Address of the list with these filters; what is not chosen leaves no trace, so that each list has one address. */
export function listHref(filters: Partial<AdFilters>): string {
  const { search, category, country, city, page } = { ...NO_FILTERS, ...filters };
  const query = new URLSearchParams();
  if (category !== null) query.set('category', String(category));
  if (country !== null) query.set('country', String(country));
  if (country !== null && city !== null) query.set('city', String(city));
  if (search !== '') query.set('search', search);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/' : `/?${text}`;
}

/** How many of the fields behind the phone's filter button are chosen. */
export function chosenCount({ category, country, city }: AdFilters): number {
  return [category, country, city].filter((value) => value !== null).length;
}

export function isFiltered(filters: AdFilters): boolean {
  return filters.search !== '' || chosenCount(filters) > 0;
}
