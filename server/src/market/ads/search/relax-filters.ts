import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import { querySearch } from '../../../platform/search/query-search.ts';
import {
  type AdFilter,
  conditionOf,
  createParameters,
  filtersSet,
  type ParsedAdFilters,
  withoutFilter,
} from './ad-filters.ts';

export interface Relaxation {
  filter: AdFilter;
  total: number;
  total_bounded?: 0 | 1;
}

/** For a search without results: returns which single filter to remove and the number of results, best first. */
export async function relaxFilters(pool: pg.Pool, parsed: ParsedAdFilters): Promise<Relaxation[]> {
  const filters = filtersSet(parsed);
  if (filters.length < 2) return [];
  const parameters = createParameters();
  const counts = filters.map((filter) => {
    const where = conditionOf(withoutFilter(parsed, filter), parameters);
    return `(select count(*) from (select from ads where ${where} limit ${SEARCH_TOTAL_MAX + 1}) bounded)`;
  });
  const text = `select array[${counts.join(', ')}]::int[] as totals`;
  const [row] = await querySearch<{ totals: number[] }>(pool, { text, values: parameters.values });
  return filters
    .map((filter, i) => ({ filter, total: row?.totals[i] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .map(({ filter, total }) =>
      total > SEARCH_TOTAL_MAX ? { filter, total: SEARCH_TOTAL_MAX, total_bounded: 1 } : { filter, total },
    );
}
