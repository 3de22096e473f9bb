import { ADS_PAGE_SIZE, type AdFilters, type Board } from '@app/contract/ads';
import type pg from 'pg';
import { otherLayout, readSearch, type SearchTerms } from '../platform/search.ts';
import type { Viewer } from '../platform/viewer.ts';
import { getAttributeDictionary } from '../reference/reference.public.ts';
import { CARD, type CardRow, showAd } from './ad-card.ts';
import { type AdList, boundedPage, loadPage, NEWEST, type PageQuery, showBounded } from './ad-page.ts';

interface Filters {
  category: number | null;
  country: number | null;
  city: number | null;
}

/** One page of what everybody may see, with its total. */
export async function listPublicAds(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  { search, page, size, category_id, country_id, city_id }: AdFilters,
): Promise<AdList> {
  const filters = describeFilters({
    category: category_id ?? null,
    country: country_id ?? null,
    city: city_id ?? null,
  });
  const offset = (page - 1) * size;
  const terms = readSearch(search);
  if (terms === undefined) {
    if (offset === 0 && size === ADS_PAGE_SIZE) return showFirstPage(pool, viewer, filters);
    return loadPage(pool, viewer, pageOf(filters, size, offset));
  }
  const found = await loadPage(pool, viewer, foundIn(filters, terms, size, offset));
  if (found.total > 0) return showBounded(found);
  // Nothing at all: perhaps the keyboard was set to the other alphabet.
  const meant = readSearch(otherLayout(search ?? ''));
  return showBounded(meant ? await loadPage(pool, viewer, foundIn(filters, meant, size, offset)) : found);
}

/**
 * The page that nearly everybody looks at: one round trip, one prepared statement per combination of filters. With the
 * limit written out the plan for any value is as good as one for this value, so that it is planned once per connection.
 */
async function showFirstPage(pool: pg.Pool, viewer: Viewer, filters: DescribedFilters): Promise<AdList> {
  const firstPage = pool.query<CardRow & { total: number }>({
    name: `ads-${filters.shape}`,
    // A page without ads is one row that holds the total alone.
    text: `
      with counted as materialized (select ${filters.total} as total)
      select counted.total, card.*
      from counted left join lateral (
        select ${CARD.columns}
        from (select id from ads where is_public${filters.where} ${NEWEST} limit ${ADS_PAGE_SIZE}) page
        join ads a on a.id = page.id ${CARD.joins}
      ) card on true
      order by card.created_at desc, card.id desc`,
    values: [viewer.lang, ...filters.values],
  });
  const [{ rows }, dictionary] = await Promise.all([firstPage, getAttributeDictionary(pool)]);
  const boards: Board[] = [];
  for (const row of rows) if (row.id !== null) boards.push(showAd(row, viewer, dictionary));
  return { boards, total: rows[0]?.total ?? 0 };
}

function pageOf({ total, where, values }: DescribedFilters, size: number, offset: number): PageQuery {
  const at = `$${values.length + 2}::bigint`;
  return {
    total,
    // Past the end nothing is read at all, instead of everything.
    ids: `select id from ads where is_public${where} and ${at} < (select total from counted)
          ${NEWEST} limit ${size} offset ${at}`,
    values: [...values, offset],
  };
}

/** Planned for each search: how common its words are decides how they are found. */
function foundIn({ where, values }: DescribedFilters, terms: SearchTerms, size: number, offset: number): PageQuery {
  const next = values.length + 2;
  const matches = `is_public${where} and search @@ search_query($${next}, $${next + 1})`;
  return { ...boundedPage(matches, size, offset), values: [...values, terms.words, terms.last] };
}

interface DescribedFilters {
  /** Names the combination. */
  shape: string;
  /** Conditions on top of being public. */
  where: string;
  /** An expression. */
  total: string;
  /** Numbered from $2. */
  values: number[];
}

function describeFilters({ category, country, city }: Filters): DescribedFilters {
  const values: number[] = [];
  const parameter = (value: number | null): string | undefined =>
    value === null ? undefined : `$${values.push(value) + 1}::bigint`;
  const [inCategory, inCity, inCountry] = [parameter(category), parameter(city), parameter(country)];
  // A city lies in one country: asking for both is asking for the city, unless they do not belong together.
  const together =
    inCity && inCountry ? ` and (select country_id from cities where id = ${inCity}) = ${inCountry}` : '';
  const place = inCity ? `city_id = ${inCity}` : inCountry ? `country_id = ${inCountry}` : undefined;
  const conditions = [inCategory && `category_id = ${inCategory}`, place].filter(Boolean);
  const and = conditions.map((condition) => ` and ${condition}`).join('');
  return {
    shape:
      [inCategory && 'category', inCountry && 'country', inCity && 'city'].filter(Boolean).join('-') || 'everything',
    where: and + together,
    total: `
      coalesce((select c.public from ad_counts c where category_id = ${inCategory ?? 0}
                and country_id = ${inCity ? 0 : (inCountry ?? 0)} and city_id = ${inCity ?? 0}${together}), 0)
      + coalesce((select sum(d.public) from ad_count_deltas d where true${and}${together}), 0)`,
    values,
  };
}
