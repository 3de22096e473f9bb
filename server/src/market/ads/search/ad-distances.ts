import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getCityIndex } from '../../../reference/reference.public.ts';

const CITY_OF_VIEWER = 'select city_id from users where id = $1::bigint';

/** Where a list did not measure from another city, ads are as far away as their city from the viewer's. */
export async function addDistancesToViewer(pool: pg.Pool, boards: readonly Board[], viewer: Viewer): Promise<void> {
  const measured = boards.filter(({ city, board_distance }) => city !== null && board_distance === undefined);
  if (viewer.userId === null || measured.length === 0) return;
  const { rows } = await pool.query<{ city_id: number | null }>({
    name: 'city-of-viewer',
    text: CITY_OF_VIEWER,
    values: [viewer.userId],
  });
  const cities = await getCityIndex(pool);
  for (const board of measured) {
    const km = cities.km(rows[0]?.city_id ?? null, board.city?.id ?? null);
    if (km !== undefined) board.board_distance = km;
  }
}
