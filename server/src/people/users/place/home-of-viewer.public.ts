import type pg from 'pg';
import type { Home, Viewer } from '../../../platform/http/viewer.ts';

/** Where the profile says that the viewer lives; requests read it with the session. */
export const findHomeOfViewer = async (pool: pg.Pool, viewer: Viewer): Promise<Home | null> =>
  viewer.home === undefined ? readHome(pool, viewer) : viewer.home;

export async function findCityOfViewer(pool: pg.Pool, viewer: Viewer): Promise<number | null> {
  return (await findHomeOfViewer(pool, viewer))?.cityId ?? null;
}

async function readHome(pool: pg.Pool, { userId }: Viewer): Promise<Home | null> {
  if (userId === null) return null;
  const { rows } = await pool.query<Home>({
    name: 'home-of-viewer',
    text: 'select city_id as "cityId", district from users where id = $1::bigint and city_id is not null',
    values: [userId],
  });
  return rows[0] ?? null;
}
