import type { SearchFilters } from '@app/contract/market/searches';
import type pg from 'pg';
import { correctQuery } from '../../../platform/search/correct-query.ts';
import { parseSearch } from '../../../platform/search/parse-search.ts';
import { conditionOf, createParameters, type ParsedAdFilters, parseFilters } from './ad-filters.ts';
import { readQuery } from './query/read-query.ts';

/**
 * Returns the filters that a list of these filters would really use: what is read out of the words as filters, and the
 * words corrected when they find nothing.
 */
export async function resolveSearch(pool: pg.Pool, given: SearchFilters): Promise<SearchFilters> {
  const readings = await readQuery(pool, 'ru', { ...given, exact: undefined });
  let chosen = readings[0]?.filters ?? given;
  for (const { filters } of readings.length > 1 ? readings : []) {
    if (!(await findsAds(pool, await parseFilters(pool, filters)))) continue;
    chosen = filters;
    break;
  }
  return { ...chosen, search: await correctWords(pool, chosen.search ?? '') };
}

/** The words as they would be searched without any filter. */
async function correctWords(pool: pg.Pool, typed: string): Promise<string> {
  const anything = await parseFilters(pool, {});
  const terms = parseSearch(typed);
  if (terms === undefined) return '';
  if (await findsAds(pool, { ...anything, terms })) return typed;
  const corrected = await correctQuery(pool, 'ads', typed);
  const isBetter = corrected !== undefined && (await findsAds(pool, { ...anything, terms: corrected.terms }));
  return isBetter ? corrected.text : typed;
}

async function findsAds(pool: pg.Pool, parsed: ParsedAdFilters): Promise<boolean> {
  const parameters = createParameters();
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select from ads where ${conditionOf(parsed, parameters)}) as found`,
    parameters.values,
  );
  return rows[0]?.found === true;
}
