import type pg from 'pg';
import { correctQuery } from '../../platform/search/correct-query.ts';
import { parseSearch, type SearchTerms } from '../../platform/search/parse-search.ts';

/** Returns the query actually searched: words without results may be corrected. */
export async function correctedQuery(pool: pg.Pool, typed: string): Promise<string> {
  const terms = parseSearch(typed);
  if (terms !== undefined && (await findsAds(pool, terms))) return typed;
  const corrected = await correctQuery(pool, 'ads', typed);
  if (corrected !== undefined && (await findsAds(pool, corrected.terms))) return corrected.text;
  return terms === undefined ? '' : typed;
}

async function findsAds(pool: pg.Pool, { words, last, beginnings }: SearchTerms): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select from ads where is_public and search @@ search_query($1, $2, $3)) as found',
    [words, last, beginnings],
  );
  return rows[0]?.found === true;
}
