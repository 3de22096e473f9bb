import { SUGGESTIONS_MAX, type Suggestion } from '@app/contract/market/ad-search';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { parsePrefix, suggestPhrases } from '../../../platform/search/suggest-phrases.ts';
import { localizedReferenceName } from '../../../reference/reference.public.ts';
import type { Names } from '../../../reference/reference.tables.ts';

const CATEGORIES_OF_PHRASE = 2;
const CATEGORIES_BY_NAME = 2;

interface AdSuggestionQuery {
  search?: string | undefined;
  category_id?: number | null | undefined;
}

/** Returns completions of the typed text; every suggestion has results. */
export async function suggestSearches(
  { pool }: { pool: pg.Pool },
  { lang }: Viewer,
  { search, category_id }: AdSuggestionQuery,
): Promise<{ suggestions: Suggestion[] }> {
  if (parsePrefix(search) === undefined) return { suggestions: [] };
  const categories = await listCategories(pool, lang);
  const chosen = category_id ? categories.find(({ id }) => id === category_id) : undefined;
  const { phrases, scopes, prefixes } = await suggestPhrases(pool, {
    space: 'ads',
    scope: category_id ?? 0,
    typed: search ?? '',
    limit: SUGGESTIONS_MAX,
  });
  const byId = new Map(categories.map((category) => [category.id, category]));
  const words = phrases.map((text): Suggestion => ({ text, category: chosen ?? null, kind: 'words' }));
  const inCategories = scopes
    .slice(0, CATEGORIES_OF_PHRASE)
    .flatMap((scope) => byId.get(scope) ?? [])
    .map((category): Suggestion => ({ text: phrases[0] ?? '', category, kind: 'words' }));
  const named = chosen ? [] : categories.filter(({ name }) => prefixes.some((prefix) => namesBeginWith(name, prefix)));
  const byName = named
    .slice(0, CATEGORIES_BY_NAME)
    .map((category): Suggestion => ({ text: category.name, category, kind: 'category' }));
  const [first, ...rest] = words;
  const room = SUGGESTIONS_MAX - byName.length;
  return { suggestions: [...[...(first ? [first] : []), ...inCategories, ...rest].slice(0, room), ...byName] };
}

interface NamedCategory {
  id: number;
  name: string;
}

async function listCategories(pool: pg.Pool, lang: Viewer['lang']): Promise<NamedCategory[]> {
  const { rows } = await pool.query<{ id: number; name_native: string; name_en: string; names: Names }>({
    name: 'ad-categories',
    text: `select id, name_native, name_en, names from categories c
           where exists (select from ad_counts n
                         where n.category_id = c.id and n.country_id = 0 and n.city_id = 0 and n.public > 0)
           order by position, id`,
  });
  return rows.map(({ id, ...names }) => ({ id, name: localizedReferenceName(names, lang) }));
}

function namesBeginWith(name: string, prefix: string): boolean {
  const normalized = ` ${parsePrefix(name) ?? ''}`;
  return normalized.includes(` ${prefix}`);
}
