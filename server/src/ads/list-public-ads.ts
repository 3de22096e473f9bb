import { ADS_PAGE_SIZE, type AdFilters, type Board, SEARCH_TOTAL_MAX } from '@app/contract/ads';
import type pg from 'pg';
import { otherLayout, readSearch, SEARCH_PLAN_FACTOR, type SearchTerms } from '../platform/search.ts';
import type { Viewer } from '../platform/viewer.ts';
import { CARD, type CardRow, showAd } from './ad-card.ts';

export interface AdList {
  boards: Board[];
  total: number;
  total_bounded?: 0 | 1;
}

type PageRow = CardRow & { total: number };

interface Filters {
  category: number | null;
  country: number | null;
  city: number | null;
}

/** One page of what everybody may see, with its total, in one round trip. */
export async function listPublicAds(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  { search, page, size, category_id, country_id, city_id }: AdFilters,
): Promise<AdList> {
  const filters = { category: category_id ?? null, country: country_id ?? null, city: city_id ?? null };
  const offset = (page - 1) * size;
  const terms = readSearch(search);
  if (terms === undefined) return showPage(await browse(pool, viewer, filters, size, offset), viewer);

  const found = showFound(await find(pool, viewer, filters, terms, size, offset), viewer);
  if (found.total > 0) return found;
  // Nothing at all: perhaps the keyboard was set to the other alphabet.
  const meant = readSearch(otherLayout(search ?? ''));
  return meant === undefined ? found : showFound(await find(pool, viewer, filters, meant, size, offset), viewer);
}

/** Rows of one page; a page without ads is one row that holds the total alone. */
export function showPage(rows: PageRow[], viewer: Viewer): AdList {
  const boards: Board[] = [];
  for (const row of rows) if (row.id !== null) boards.push(showAd(row, viewer));
  return { boards, total: rows[0]?.total ?? 0 };
}

/** A total of searched ads ends at a maximum, past which one more was found. */
export function showFound(rows: PageRow[], viewer: Viewer): AdList {
  const { boards, total } = showPage(rows, viewer);
  return { boards, total: Math.min(total, SEARCH_TOTAL_MAX), total_bounded: total > SEARCH_TOTAL_MAX ? 1 : 0 };
}

/** `page` selects the ids of one page, `total` is an expression. */
export const pageStatement = (page: string, total: string, before = ''): string => `
  with ${before} counted as materialized (select ${total} as total)
  select counted.total, card.*
  from counted left join lateral (
    select ${CARD.columns} from (${page}) page join ads a on a.id = page.id ${CARD.joins}
  ) card on true
  order by card.created_at desc, card.id desc`;

const NEWEST = 'order by created_at desc, id desc';

/**
 * The statement per combination of filters, the first pages of the usual size prepared under its name: with the limit written
 * out the planner's plan for any value is as good as one for this value, so that it plans once per connection.
 */
async function browse(
  pool: pg.Pool,
  viewer: Viewer,
  filters: Filters,
  size: number,
  offset: number,
): Promise<PageRow[]> {
  const { shape, where, counted, values } = describeFilters(filters);
  const isFirst = offset === 0;
  // Past the end nothing is read at all, instead of everything.
  const past = isFirst ? '' : ` and $${values.length + 2}::bigint < (select total from counted)`;
  const rest = isFirst ? '' : ` offset $${values.length + 2}::bigint`;
  const { rows } = await pool.query<PageRow>({
    name: size === ADS_PAGE_SIZE ? `ads-${shape}${isFirst ? '' : '-next'}` : undefined,
    text: pageStatement(
      `select id from ads where is_public${where}${past} ${NEWEST} limit ${size}${rest}`,
      `coalesce((select c.public from ad_counts c where ${counted.folded}), 0)
       + coalesce((select sum(d.public) from ad_count_deltas d where ${counted.deltas}), 0)`,
    ),
    values: [viewer.lang, ...values, ...(isFirst ? [] : [offset])],
  });
  return rows;
}

/** Planned for each search: how common its words are decides how it is found. */
async function find(
  pool: pg.Pool,
  viewer: Viewer,
  filters: Filters,
  terms: SearchTerms,
  size: number,
  offset: number,
): Promise<PageRow[]> {
  const { where, values } = describeFilters(filters);
  const next = values.length + 2;
  const { rows } = await pool.query<PageRow>({
    text: pageStatement(
      `select id from capped ${NEWEST} limit ${readable(size, offset)} offset $${next + 2}::bigint`,
      '(select count(*) from capped)',
      foundBefore(`is_public${where} and search @@ search_query($${next}, $${next + 1})`),
    ),
    values: [viewer.lang, ...values, terms.words, terms.last, offset],
  });
  return rows;
}

/** `capped`: the newest ads that meet a condition, one more than a total ever says. */
export const foundBefore = (where: string): string => `
  found as materialized (
    select id, created_at from ads where ${where} ${NEWEST} limit ${SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR}
  ), capped as materialized (select id, created_at from found limit ${SEARCH_TOTAL_MAX + 1}),`;

/** Pages end where the total ends, also in the middle of a page. */
export const readable = (size: number, offset: number): number =>
  Math.max(0, Math.min(size, SEARCH_TOTAL_MAX - offset));

interface DescribedFilters {
  /** Names the combination. */
  shape: string;
  where: string;
  counted: { folded: string; deltas: string };
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
    counted: {
      folded: `category_id = ${inCategory ?? 0} and country_id = ${inCity ? 0 : (inCountry ?? 0)} and city_id = ${inCity ?? 0}${together}`,
      deltas: `true${and}${together}`,
    },
    values,
  };
}
