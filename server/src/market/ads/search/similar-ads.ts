import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { querySearch } from '../../../platform/search/query-search.ts';
import { loadCards, NEWEST_FIRST } from '../ad-page.ts';
import { type AdAccess, adPresence } from '../ads.policy.ts';
import { isInAdAudienceSql } from '../audience/ad-audience.public.ts';
import { newestSpans } from './newest-matches.ts';
import { newestAds } from './recent-ads.ts';

const SIMILAR_ADS_MAX = 8;
const NUMBERS = /^[\p{N}]+$/u;
/** So many ads of a city and a category are looked through. */
const OF_CITY_MAX = 250;
/** So many ads of a category are looked through before the index of words is asked: for both words, and for one, which is found soon. */
const OF_CATEGORY_MAX = { pairs: 150, singles: 1000 };
/** On a larger site ads with both words are looked for among so many of the newest first. */
const NEWEST = 20_000;
/** So many of these are looked through for those of the category with both words in the title. */
const PAIRS_MAX = 400;

interface SimilarAds {
  similar: Board[];
  seller: Board[];
}

/** Finds ads of the same category and kind with words of the title, those of the city first, and other ads of the seller. */
export async function findSimilarAds({ pool }: { pool: pg.Pool }, viewer: Viewer, id: number): Promise<SimilarAds> {
  const ad = await findLikeness(pool, viewer, id);
  const presence = ad ? adPresence(viewer, ad) : 'unknown';
  if (ad === undefined || presence === 'unknown') throw new Failure('not_found');
  const similar = await findIds(pool, ad);
  // The owner of a gone ad is not disclosed, and the importer of an external ad is not its seller.
  const seller = presence === 'gone' || ad.seller_id === null ? [] : ad.of_seller.map(Number);
  const boards = new Map(
    (await loadCards(pool, viewer, [...similar, ...seller])).map((board) => [board.board_id, board]),
  );
  const shown = (ids: readonly number[]): Board[] => ids.flatMap((one) => boards.get(one) ?? []);
  return { similar: newestFirst(shown(similar)), seller: newestFirst(shown(seller)) };
}

const newestFirst = (boards: Board[]): Board[] =>
  boards.sort((a, b) => b.board_date_create.localeCompare(a.board_date_create) || b.board_id - a.board_id);

interface Likeness extends AdAccess {
  id: number;
  category_id: number | null;
  city_id: number | null;
  kind: string;
  /** Null for external ads, because one importer has ads of many sellers. */
  seller_id: number | null;
  lexemes: string[];
  /** Other ads of the owner, served by ads_owner. */
  of_seller: string[];
}

const LIKENESS = `
  select a.id, a.category_id, a.city_id, a.kind, case when not a.is_external then a.owner_id end as seller_id,
    a.owner_id, a.enabled, a.owner_hidden, a.owner_away, a.held_at, a.archived_at, a.blocked_at,
    ${isInAdAudienceSql('$2::bigint')} as is_in_audience,
    array(select lexeme from unnest(ts_filter(a.search, '{a}')) order by positions[1], lexeme) as lexemes,
    array(select id from ads where owner_id = a.owner_id and is_public and not is_external and id <> a.id
          ${NEWEST_FIRST} limit ${SIMILAR_ADS_MAX}) as of_seller
  from ads a where a.id = $1`;

async function findLikeness(pool: pg.Pool, { userId }: Viewer, id: number): Promise<Likeness | undefined> {
  const { rows } = await pool.query<Likeness>({ name: 'ad-likeness', text: LIKENESS, values: [id, userId] });
  return rows[0];
}

async function findIds(pool: pg.Pool, ad: Likeness): Promise<number[]> {
  const words = ad.lexemes.filter((lexeme) => !NUMBERS.test(lexeme)).slice(0, 4);
  if (words.length === 0) return [];
  const query = similarIds(ad, words.map(quoted), newestSpans(await newestAds(pool), NEWEST));
  return (await querySearch<{ id: number }>(pool, query)).map((row) => row.id);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** Each further step runs only when the previous ones found too few. `spans` are those of the newest ads where there are older ones. */
function similarIds(
  ad: Likeness,
  words: readonly string[],
  spans: readonly number[] | undefined,
): { name: string; text: string; values: unknown[] } {
  const values: unknown[] = [];
  // Never one parameter for two equal values: the text of a prepared statement stays the same.
  const add = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const ofTitle = words.map((word) => `${word}:A`);
  const hasPair = `search @@ ${add(ofTitle.slice(0, 2).join(' & '), 'tsquery')}`;
  const hasOne = `search @@ ${add(ofTitle.join(' | '), 'tsquery')} and not ${hasPair}`;
  const isSame = (column: string, value: number | null): string =>
    value === null ? `${column} is null` : `${column} = ${add(value, 'bigint')}`;
  const inCategory = isSame('category_id', ad.category_id);
  // Without the index of categories: to intersect it with that of words is to read it whole.
  const ofCategory = isSame('category_id + 0', ad.category_id);
  const isOther = `kind = ${add(ad.kind, 'text')} and id <> ${add(ad.id, 'bigint')}
    and owner_id is distinct from ${add(ad.seller_id, 'bigint')}`;
  const elsewhere = `${isOther}${ad.city_id === null ? '' : ` and city_id is distinct from ${add(ad.city_id, 'bigint')}`}`;
  const newestOf = (from: string): string => `(select id from ${from} ${NEWEST_FIRST} limit ${SIMILAR_ADS_MAX})`;

  const tables: string[] = [];
  const steps: string[] = [];
  const stepInCity = (condition: string): void => {
    if (ad.city_id !== null) steps.push(newestOf(`of_city where ${condition}`));
  };
  if (ad.city_id !== null)
    tables.push(`of_city as materialized (
      select * from (
        select id, owner_id, kind, created_at, search from ads
        where is_public and ${inCategory} and ${isSame('city_id', ad.city_id)} ${NEWEST_FIRST} limit ${OF_CITY_MAX}
      ) latest where ${isOther}
    )`);
  /** Looks through the newest of the category until enough are found; returns a condition that leaves these out. */
  const stepInCategory = (name: keyof typeof OF_CATEGORY_MAX, condition: string): string => {
    if (ad.category_id === null) return '';
    tables.push(`${name} as materialized (
      select id from (select * from ads where is_public and ${inCategory} ${NEWEST_FIRST} limit ${OF_CATEGORY_MAX[name]}) latest
      where ${elsewhere} and ${condition} ${NEWEST_FIRST} limit ${SIMILAR_ADS_MAX}
    )`);
    steps.push(`(select id from ${name})`);
    return ` and id <> all(array(select id from ${name}))`;
  };
  stepInCity(hasPair);
  let otherPairs = `${elsewhere} and ${ofCategory} and ${hasPair}`;
  if (spans === undefined) {
    steps.push(newestOf(`ads where is_public and ${otherPairs}`));
    stepInCity(hasOne);
    steps.push(newestOf(`ads where is_public and ${elsewhere} and ${inCategory} and ${hasOne}`));
  } else {
    otherPairs += stepInCategory('pairs', hasPair);
    stepInCity(hasOne);
    const isNewest = `ads_search_spans(created_at) && ${add(spans, 'bigint[]')}`;
    // Wherever the words stand, because the index does not tell titles from descriptions.
    tables.push(`newest as materialized (
      select id, owner_id, category_id, city_id, kind, created_at, search from ads
      where is_public and search @@ ${add(words.slice(0, 2).join(' & '), 'tsquery')} and ${isNewest}
    )`);
    steps.push(newestOf(`(select * from newest limit ${PAIRS_MAX}) newest where ${otherPairs}`));
    const otherSingles = `${elsewhere} and ${inCategory} and ${hasOne}${stepInCategory('singles', hasOne)}`;
    // To look for all ads with both words takes longest, so that newer ones with one of them come first.
    steps.push(newestOf(`ads where is_public and ${otherPairs} and not ${isNewest}`));
    steps.push(newestOf(`ads where is_public and ${otherSingles}`));
  }
  const text = `${tables.length > 0 ? `with ${tables.join(', ')}` : ''}
    select id from (${steps.join(' union all ')}) found limit ${SIMILAR_ADS_MAX}`;
  const shape = [ad.category_id !== null && 'category', ad.city_id !== null && 'city', spans !== undefined && 'newest'];
  return { name: ['similar-ads', ...shape.filter(Boolean)].join('-'), text, values };
}
