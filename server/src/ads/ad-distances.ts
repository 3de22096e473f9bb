import type { AdFilters, Board } from '@app/contract/ads';
import type pg from 'pg';
import type { Viewer } from '../platform/viewer.ts';
import { type Atlas, getAtlas } from '../reference/reference.public.ts';

const CITY_OF_VIEWER = 'select city_id from users where id = $1::bigint';

/** A list that reaches beyond its city says how far away each ad is. */
export async function addDistances<List extends { boards: Board[] }>(
  pool: pg.Pool,
  list: List,
  { city_id, radius }: Pick<AdFilters, 'city_id' | 'radius'>,
): Promise<List> {
  if (!city_id || !radius || list.boards.length === 0) return list;
  const atlas = await getAtlas(pool);
  for (const board of list.boards) addDistance(board, atlas, city_id);
  return list;
}

/** Somebody who told where they live learns how far it is. */
export async function addDistanceToViewer(pool: pg.Pool, board: Board, viewer: Viewer): Promise<Board> {
  if (viewer.userId === null || board.city === null) return board;
  const [atlas, { rows }] = await Promise.all([
    getAtlas(pool),
    pool.query<{ city_id: number | null }>({ name: 'city-of-viewer', text: CITY_OF_VIEWER, values: [viewer.userId] }),
  ]);
  addDistance(board, atlas, rows[0]?.city_id ?? null);
  return board;
}

function addDistance(board: Board, atlas: Atlas, fromCityId: number | null): void {
  const km = atlas.km(fromCityId, board.city?.id ?? null);
  if (km !== undefined) board.board_distance = km;
}
