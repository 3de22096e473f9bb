import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';

export interface Home {
  cityId: number;
  /** '' for none. */
  district: string;
}

const homes = new WeakMap<Viewer, Promise<Home | null>>();

/** Finds where the profile says that the viewer lives, once for all calls of one request: the calls of a page share its viewer. */
export function findHomeOfViewer(pool: pg.Pool, viewer: Viewer): Promise<Home | null> {
  const known = homes.get(viewer);
  if (known !== undefined) return known;
  const home = readHome(pool, viewer);
  homes.set(viewer, home);
  return home;
}

/** What another statement about the viewer has read already. */
export function rememberHome(viewer: Viewer, row: { city_id: number | null; district: string }): void {
  homes.set(viewer, Promise.resolve(row.city_id === null ? null : { cityId: row.city_id, district: row.district }));
}

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
