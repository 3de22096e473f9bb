import type { AdFacets } from '@app/contract/market/ad-search';
import { type AdFilters, type AdKind, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type { SearchFilters } from '@app/contract/market/searches';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { querySearch } from '../../../platform/search/query-search.ts';
import { searchWithCorrection } from '../../../platform/search/search-with-correction.ts';
import {
  type AttributeDictionary,
  type AttributeRule,
  getAttributeDictionary,
  localizedReferenceName,
} from '../../../reference/reference.public.ts';
import { NEWEST_FIRST } from '../ad-page.ts';
import {
  circleConditionOf,
  conditionOf,
  createParameters,
  isNarrowed,
  type Parameters,
  type ParsedAdFilters,
  parseFilters,
  searchCondition,
  withoutFilter,
} from './ad-filters.ts';
import { shareOf } from './newest-matches.ts';
import { readQuery } from './query/read-query.ts';
import { type NewestAds, newestAds, recentSince } from './recent-ads.ts';
import { sampledAmong, sampleTables } from './sampled-matches.ts';

/** Counting stops where that of the list does; a count at the limit means "at least". */
const FACET_MAX = SEARCH_TOTAL_MAX;
const CITIES_MAX = 20;
/** Where a sample leaves no doubt that more than are counted match, each of its ads stands for several of those that are counted. */
const SAMPLED = 250;
const STANDS_FOR = FACET_MAX / SAMPLED;
/**
 * Words of more ads than this are compared with the ads of a category or a city one by one: their index, which the planner
 * takes for cheap, would be read for all of them.
 */
const COMMON = 1 / 10;

type FacetFilters = SearchFilters & Partial<AdFilters>;

/** Counts the ads that each further choice would leave. Each facet is counted with all filters except its own. */
export async function countFacets(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  filters: FacetFilters,
): Promise<AdFacets> {
  const { lang } = viewer;
  const [readings, dictionary, since] = await Promise.all([
    readQuery(pool, lang, filters),
    getAttributeDictionary(pool),
    recentSince(pool),
  ]);
  let counts: { rules: readonly AttributeRule[]; found: FacetCounts } | undefined;
  for (const reading of readings) {
    counts = await countRead(pool, viewer, reading.filters, dictionary, since);
    if (counts.found.total > 0) break;
  }
  if (counts === undefined) throw new Error('A search has at least one reading');
  return presentFacets(counts.found, counts.rules, lang);
}

async function countRead(
  pool: pg.Pool,
  viewer: Viewer,
  filters: FacetFilters,
  dictionary: AttributeDictionary,
  since: string | undefined,
): Promise<{ rules: readonly AttributeRule[]; found: FacetCounts }> {
  const parsed = await parseFilters(pool, filters, viewer);
  const rules = dictionary
    .ofCategory(parsed.category)
    .filter(({ kind, searchable }) => kind === 'choice' && searchable);
  const { found } = await searchWithCorrection({ pool, space: 'ads' }, filters.search, async (terms) => {
    const newest = await newestAds(pool);
    const isCommon = terms !== undefined && newest.large.size > 0 && (await shareOf(pool, terms)) > COMMON;
    return queryFacets(pool, { ...parsed, terms }, rules, { since, isCommon, newest });
  });
  return { rules, found };
}

function presentFacets(found: FacetCounts, rules: readonly AttributeRule[], lang: Viewer['lang']): AdFacets {
  const named = ({ id, count, ...names }: NamedCount) => ({ id, name: nameIn(names, lang), count });
  return {
    total: found.total,
    bounded: found.bounded ? 1 : 0,
    categories: found.categories.map(named),
    cities: found.cities.map(named),
    kinds: found.kinds,
    with_photo: found.with_photo,
    price_from: found.price_from,
    price_to: found.price_to,
    attributes: rules.map(({ id, choices }) => {
      const counts = new Map(
        found.attributes.filter(({ key }) => key === String(id)).map((one) => [one.value, one.count]),
      );
      return { id, choices: choices.map((choice) => ({ id: choice.id, count: counts.get(String(choice.id)) ?? 0 })) };
    }),
  };
}

interface NamedCount {
  id: number;
  count: number;
  name_native: string;
  name_en: string;
  names: Record<string, string>;
}

function nameIn({ name_native, name_en, names }: Omit<NamedCount, 'id' | 'count'>, lang: Viewer['lang']): string {
  return localizedReferenceName({ name_native, name_en, names }, lang);
}

interface FacetCounts {
  total: number;
  bounded: boolean;
  categories: NamedCount[];
  cities: NamedCount[];
  kinds: { kind: AdKind; count: number }[];
  with_photo: number;
  price_from: number | null;
  price_to: number | null;
  attributes: { key: string; value: string; count: number }[];
}

async function queryFacets(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  rules: readonly AttributeRule[],
  reading: Reading,
): Promise<FacetCounts> {
  const parameters = createParameters();
  const counted = collectBases(parameters, reading);
  const all = counted.base(parsed);
  const photo = parsed.hasPhoto ? all : counted.base(withoutFilter(parsed, 'photo'));
  const ofKinds = parsed.kind === null ? all : counted.base(withoutFilter(parsed, 'kind'));
  const fields = [
    `${totalOf(parsed, counted.countOf(all), parameters)} as total`,
    `${countNamed('categories', 'category_id', byCategory(withoutFilter(parsed, 'category'), parsed, counted))} as categories`,
    `${countNamed('cities', 'city_id', byCity(parsed, counted), CITIES_MAX)} as cities`,
    `coalesce((select json_agg(k order by count desc, kind) from
      (select kind, least(sum(stands_for), ${FACET_MAX}) as count from ${ofKinds} group by kind) k), '[]') as kinds`,
    `(select least(coalesce(sum(stands_for) filter (where has_photo), 0), ${FACET_MAX}) from ${photo}) as with_photo`,
    ...priceBounds(withoutFilter(parsed, 'price'), counted),
    `${countChoices(parsed, rules, counted)} as attributes`,
  ];
  const text = `
    with ${counted.tables().join(',\n')}
    select ${fields.join(',\n')},
      ${counted
        .names()
        .map((name) => `${counted.countOf(name)} > ${FACET_MAX}`)
        .join(' or ')} as bounded`;
  const [row] = await querySearch<FacetCounts>(pool, { text, values: parameters.values });
  if (row === undefined) throw new Error('The facets of a search are one row');
  return row;
}

interface Reading {
  /** Where recent ads begin; undefined where all are. */
  since: string | undefined;
  /** Whether so many ads have the words that their index is of no use. */
  isCommon: boolean;
  newest: NewestAds;
}

interface Bases {
  parameters: Parameters;
  /** Returns the name of a CTE with the matching ads, up to the counting limit or a sample of them. */
  base(parsed: ParsedAdFilters): string;
  /** The number of ads of a base, up to one more than the counting limit. */
  countOf(name: string): string;
  names(): string[];
  tables(): string[];
}

const COUNTED = 'category_id, city_id, price_roubles, kind, has_photo, attributes';

interface Base {
  name: string;
  where: string;
  parsed: ParsedAdFilters;
  /** So many ads the newest matches are a sample of; 0 where all are read. */
  among: number;
}

function collectBases(parameters: Parameters, { since, isCommon, newest }: Reading): Bases {
  const known = new Map<string, Base>();
  // By date, so that those counted are not those of the first categories alone.
  const order = isCommon ? NEWEST_FIRST : '';
  const read = (where: string): string =>
    `(select ${COUNTED}, 1 as stands_for from ads where ${where} ${order} limit ${FACET_MAX + 1})`;
  // Recent ads are stored close together; older ads are read only when recent ones are too few.
  const readRecentFirst = (where: string): string => {
    if (since === undefined) return read(where);
    const at = parameters.add(since, 'timestamptz');
    return `select * from (${read(`${where} and created_at >= ${at}`)}
                           union all ${read(`${where} and created_at < ${at}`)}) either limit ${FACET_MAX + 1}`;
  };
  const readWithCircle = ({ where, parsed }: Base): string => {
    const [ofAll, besides] = [readRecentFirst(where), circleConditionOf(parsed, parameters)];
    return besides === undefined
      ? ofAll
      : `select * from (${read(besides)} union all select * from (${ofAll}) of_all) shown limit ${FACET_MAX + 1}`;
  };
  const sampled = ({ name, where, parsed, among }: Base): string[] => {
    const sample = `${name}_sample`;
    const older = `created_at <= (select since from ${sample}_told) and id <> all(array(select id from ${sample}))
      and (select not is_all and not is_many from ${sample}_told)`;
    return [
      ...sampleTables({ name: sample, columns: COUNTED, count: SAMPLED, where, parsed, among }, parameters),
      `${name} as materialized (select * from (
        select ${COUNTED}, case when (select is_many from ${sample}_told) then ${STANDS_FOR} else 1 end as stands_for from ${sample}
        union all ${read(`${where} and ${older}`)}) shown limit ${FACET_MAX + 1})`,
    ];
  };
  return {
    parameters,
    base(parsed) {
      const where = isCommon ? conditionWithoutWordIndex(parsed, parameters) : conditionOf(parsed, parameters);
      const among = isCommon ? sampledAmong(newest, parsed) : 0;
      const { name } = known.get(where) ?? { name: `base${known.size}` };
      known.set(where, { name, where, parsed, among });
      return name;
    },
    countOf(name) {
      const isSampled = [...known.values()].some((base) => base.name === name && base.among > 0);
      const count = `(select count(*) from ${name})`;
      return isSampled
        ? `(select case when is_many then ${FACET_MAX + 1} else ${count} end from ${name}_sample_told)`
        : count;
    },
    names: () => [...known.values()].map(({ name }) => name),
    tables: () =>
      [...known.values()].flatMap((base) =>
        base.among > 0 ? sampled(base) : [`${base.name} as materialized (${readWithCircle(base)})`],
      ),
  };
}

function conditionWithoutWordIndex({ terms, ...others }: ParsedAdFilters, parameters: Parameters): string {
  const condition = conditionOf(others, parameters);
  return terms === undefined ? condition : `${condition} and (${searchCondition(terms, parameters)}) is true`;
}

/** Precomputed totals are exact at any size. */
function storedCounts(column: 'category_id' | 'city_id', parsed: ParsedAdFilters, { add }: Parameters): string {
  const isCity = column === 'city_id';
  const { category, country, city } = parsed;
  const where = [
    `${column} <> 0`,
    ...(isCity
      ? [
          `category_id = ${category === null ? 0 : add(category, 'bigint')}`,
          'country_id = 0',
          ...(country === null
            ? []
            : [`city_id in (select id from cities where cities.country_id = ${add(country, 'bigint')})`]),
        ]
      : [
          `country_id = ${city !== null || country === null ? 0 : add(country, 'bigint')}`,
          `city_id = ${city === null ? 0 : add(city, 'bigint')}`,
        ]),
  ];
  return `select ${column} as id, public as count from ad_counts where ${where.join(' and ')} and public > 0`;
}

function byCategory(others: ParsedAdFilters, parsed: ParsedAdFilters, counted: Bases): string {
  if (!isNarrowed(others)) return storedCounts('category_id', parsed, counted.parameters);
  return `select category_id as id, sum(stands_for) as count from ${counted.base(others)} group by 1`;
}

function byCity(parsed: ParsedAdFilters, counted: Bases): string {
  const others = withoutFilter(parsed, 'city');
  if (!isNarrowed(others)) return storedCounts('city_id', parsed, counted.parameters);
  return `select city_id as id, sum(stands_for) as count from ${counted.base(others)} group by 1`;
}

function countNamed(table: 'categories' | 'cities', column: string, counts: string, limit?: number): string {
  return `coalesce((
    select json_agg(json_build_object('id', t.id, 'count', c.count, 'name_native', t.name_native, 'name_en', t.name_en,
                                      'names', t.names) order by c.count desc, t.id)
    from (select * from (${counts}) ${column}s where id is not null order by count desc, id ${limit ? `limit ${limit}` : ''}) c
    join ${table} t on t.id = c.id), '[]')`;
}

function totalOf(parsed: ParsedAdFilters, count: string, parameters: Parameters): string {
  const { add } = parameters;
  const { category, country, city } = parsed;
  if (isNarrowed(parsed) || (city !== null && country !== null)) {
    return `least(${count}, ${FACET_MAX})`;
  }
  const key = [category, country, city].map((id) => (id === null ? '0' : add(id, 'bigint')));
  const besides = circleConditionOf(parsed, parameters);
  const ofCircle = besides === undefined ? '' : ` + (select count(*) from ads where ${besides})`;
  return `coalesce((select public from ad_counts where (category_id, country_id, city_id) = (${key.join(', ')})), 0)${ofCircle}`;
}

/** Unfiltered bounds come from the ends of the ads_price indexes; other bounds are computed from the counted ads. */
function priceBounds(others: ParsedAdFilters, counted: Bases): string[] {
  const hasIndex = !isNarrowed(others) && !(others.category !== null && others.city !== null);
  const from = hasIndex ? `ads where ${conditionOf(others, counted.parameters)} and` : `${counted.base(others)} where`;
  return [
    `(select min(price_roubles) from ${from} price_roubles > 0) as price_from`,
    `(select max(price_roubles) from ${from} price_roubles > 0) as price_to`,
  ];
}

function countChoices(parsed: ParsedAdFilters, rules: readonly AttributeRule[], counted: Bases): string {
  const byBase = Map.groupBy(rules, ({ id }) =>
    counted.base({ ...parsed, attributes: new Map([...parsed.attributes].filter(([other]) => other !== id)) }),
  );
  const selects = [...byBase].map(([base, group]) => {
    const keys = counted.parameters.add(
      group.map(({ id }) => String(id)),
      'text[]',
    );
    return `select e.key, e.value, sum(stands_for) as count from ${base}, jsonb_each_text(attributes) e
            where e.key = any(${keys}) group by 1, 2`;
  });
  if (selects.length === 0) return `'[]'::json`;
  return `coalesce((select json_agg(c) from (${selects.join(' union all ')}) c), '[]')`;
}
