import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { querySearch } from '../../../platform/search/query-search.ts';
import { loadCards, NEWEST_FIRST } from '../ad-page.ts';
import { adPresence } from '../ads.policy.ts';
import { findAdCard } from '../ads.queries.ts';

const SIMILAR_ADS_MAX = 8;
const NUMBERS = /^[\p{N}]+$/u;

interface SimilarAds {
  similar: Board[];
  seller: Board[];
}

/** Finds ads of the same category and kind with words of the title, those of the city first, and other ads of the seller. */
export async function findSimilarAds({ pool }: { pool: pg.Pool }, viewer: Viewer, id: number): Promise<SimilarAds> {
  const found = await findAdCard(pool, viewer, id);
  const presence = found ? adPresence(viewer, found.row) : 'unknown';
  if (found === undefined || presence === 'unknown') throw new Failure('not_found');
  const [similar, seller] = await Promise.all([
    findIds(pool, id),
    // The owner of a gone ad is not disclosed, and the importer of an external ad is not its seller.
    presence === 'gone' || found.row.is_external ? [] : findOfSeller(pool, id),
  ]);
  const boards = new Map(
    (await loadCards(pool, viewer, [...similar, ...seller])).map((board) => [board.board_id, board]),
  );
  const shown = (ids: readonly number[]): Board[] => ids.flatMap((one) => boards.get(one) ?? []);
  return { similar: newestFirst(shown(similar)), seller: newestFirst(shown(seller)) };
}

const newestFirst = (boards: Board[]): Board[] =>
  boards.sort((a, b) => b.board_date_create.localeCompare(a.board_date_create) || b.board_id - a.board_id);

interface Likeness {
  category_id: number | null;
  city_id: number | null;
  kind: string;
  /** Null for external ads, because one importer has ads of many sellers. */
  seller_id: number | null;
  lexemes: string[];
}

const LIKENESS = `
  select category_id, city_id, kind, case when not is_external then owner_id end as seller_id,
    array(select lexeme from unnest(ts_filter(search, '{a}')) order by positions[1], lexeme) as lexemes
  from ads where id = $1`;

async function findIds(pool: pg.Pool, id: number): Promise<number[]> {
  const { rows } = await pool.query<Likeness>({ name: 'ad-likeness', text: LIKENESS, values: [id] });
  const [ad] = rows;
  const words = ad?.lexemes.filter((lexeme) => !NUMBERS.test(lexeme)).slice(0, 4) ?? [];
  if (ad === undefined || words.length === 0) return [];
  const title = words.map((word) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}':A`);
  const values = [
    id,
    ad.seller_id,
    title.slice(0, 2).join(' & '),
    title.join(' | '),
    ad.category_id,
    ad.city_id,
    ad.kind,
  ];
  const like = 'search @@ $3::tsquery';
  const akin = `search @@ $4::tsquery and not ${like}`;
  // Each further step runs only when the previous ones found too few.
  const steps = [like, akin].flatMap((words) => [
    `${words} and city_id is not distinct from $6::bigint`,
    `${words} and city_id is distinct from $6::bigint`,
  ]);
  const selects = steps.map(
    (step) => `(select id from ads
      where is_public and ${ad.category_id === null ? '$5::bigint is null' : 'category_id = $5::bigint'}
        and ${step} and kind = $7::text and id <> $1::bigint and owner_id is distinct from $2::bigint
      ${NEWEST_FIRST} limit ${SIMILAR_ADS_MAX})`,
  );
  const text = `select id from (${selects.join(' union all ')}) found limit ${SIMILAR_ADS_MAX}`;
  return (await querySearch<{ id: number }>(pool, { text, values })).map((row) => row.id);
}

/** Served by ads_owner. */
async function findOfSeller(pool: pg.Pool, id: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'ads-of-seller',
    text: `select id from ads where owner_id = (select owner_id from ads where id = $1) and is_public and not is_external and id <> $1
           ${NEWEST_FIRST} limit ${SIMILAR_ADS_MAX}`,
    values: [id],
  });
  return rows.map((row) => row.id);
}
