import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { distanceKm } from '../../../reference/reference.public.ts';

const CITY_OF_VIEWER = 'select city_id from users where id = $1::bigint';

export async function addDistanceToViewer(pool: pg.Pool, board: Board, viewer: Viewer): Promise<Board> {
  if (viewer.userId === null || board.city === null) return board;
  const { rows } = await pool.query<{ city_id: number | null }>({
    name: 'city-of-viewer',
    text: CITY_OF_VIEWER,
    values: [viewer.userId],
  });
  const km = await distanceKm(pool, rows[0]?.city_id ?? null, board.city.id);
  if (km !== undefined) board.board_distance = km;
  return board;
}
