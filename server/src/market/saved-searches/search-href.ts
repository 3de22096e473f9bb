import type { SavedSearchFilters } from './searches.tables.ts';

/** Builds the list URL in the same spelling as the site (`listHref` of the list page). */
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
  put('kind', filters.kind);
  put('photo', filters.photo);
  put('circle', filters.circle);
  put('days', filters.days);
  put('radius', filters.radius);
  put('district', filters.district);
  put('attributes', filters.attributes);
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%3B', ';').replaceAll('%2C', ',');
  return text === '' ? '/' : `/?${text}`;
}

/** Adds the search id, so that the list marks the search as viewed. */
export function savedSearchHref(id: number, filters: SavedSearchFilters): string {
  return `${searchHref(filters)}#saved-${id}`;
}
