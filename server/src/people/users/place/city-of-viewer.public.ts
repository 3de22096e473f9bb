import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';

const cities = new WeakMap<Viewer, Promise<number | null>>();

/** Finds the city that the viewer chose, once for all calls of one request: the calls of a page share its viewer. */
export function findCityOfViewer(pool: pg.Pool, viewer: Viewer): Promise<number | null> {
  const known = cities.get(viewer);
  if (known !== undefined) return known;
  const city = readCity(pool, viewer);
  cities.set(viewer, city);
  return city;
}

async function readCity(pool: pg.Pool, { userId }: Viewer): Promise<number | null> {
  if (userId === null) return null;
  const { rows } = await pool.query<{ city_id: number | null }>({
    name: 'city-of-viewer',
    text: 'select city_id from users where id = $1::bigint',
    values: [userId],
  });
  return rows[0]?.city_id ?? null;
}
