import type { SavedSearchFilters } from './searches.tables.ts';

/** Address of the list with these filters, spelt as the site itself spells it (`listHref` of the list page). */
export function searchHref(filters: SavedSearchFilters): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) query.set(name, String(value));
  };
  put('category', filters.category_id);
  put('country', filters.country_id);
  put('city', filters.city_id);
  put('search', filters.search);
  put('price_from', filters.price_from);
  put('price_to', filters.price_to);
  put('photo', filters.photo);
  put('days', filters.days);
  put('radius', filters.radius);
  put('attributes', filters.attributes);
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2C', ',');
  return text === '' ? '/' : `/?${text}`;
}

/** The same address for its owner: the list notes that the search was looked at. */
export function savedSearchHref(id: number, filters: SavedSearchFilters): string {
  return `${searchHref(filters)}#saved-${id}`;
}
