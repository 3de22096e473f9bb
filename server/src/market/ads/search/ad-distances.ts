import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import { findCityOfViewer } from '../../../people/users/place/home-of-viewer.public.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getCityIndex } from '../../../reference/reference.public.ts';

/** Where a list did not measure from another city, ads are as far away as their city from the viewer's. */
export async function addDistancesToViewer(pool: pg.Pool, boards: readonly Board[], viewer: Viewer): Promise<void> {
  const measured = boards.filter(({ city, board_distance }) => city !== null && board_distance === undefined);
  if (viewer.userId === null || measured.length === 0) return;
  const [own, cities] = await Promise.all([findCityOfViewer(pool, viewer), getCityIndex(pool)]);
  for (const board of measured) {
    const km = cities.km(own, board.city?.id ?? null);
    if (km !== undefined) board.board_distance = km;
  }
}
