import type pg from 'pg';
import { mendSearch } from '../../platform/search/mend-search.ts';
import { readSearch, type SearchTerms } from '../../platform/search/read-search.ts';

/** What is really searched when somebody types this: words that no ad answers to were perhaps mistyped. */
export async function meantSearch(pool: pg.Pool, typed: string): Promise<string> {
  const terms = readSearch(typed);
  if (terms !== undefined && (await findsAds(pool, terms))) return typed;
  const meant = await mendSearch(pool, 'ads', typed);
  if (meant !== undefined && (await findsAds(pool, meant.terms))) return meant.text;
  return terms === undefined ? '' : typed;
}

async function findsAds(pool: pg.Pool, { words, last, beginnings }: SearchTerms): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select from ads where is_public and search @@ search_query($1, $2, $3)) as found',
    [words, last, beginnings],
  );
  return rows[0]?.found === true;
}
