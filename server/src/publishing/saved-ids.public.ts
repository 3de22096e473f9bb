import type { SavedItemKind } from '@app/contract/publishing/collections';
import type pg from 'pg';
import type { Viewer } from '../platform/http/viewer.ts';

/** Returns which of the items the viewer has saved in any collection, with one query; none for a guest. */
export async function findSavedIds(
  pool: pg.Pool,
  viewer: Viewer,
  kind: SavedItemKind,
  ids: readonly number[],
): Promise<Set<number>> {
  if (viewer.userId === null || ids.length === 0) return new Set();
  const { rows } = await pool.query<{ item_id: number }>({
    name: 'collections-mark',
    text: `select distinct item_id from collection_items
      where user_id = $1::bigint and kind = $2::text and item_id = any($3::bigint[])`,
    values: [viewer.userId, kind, ids],
  });
  return new Set(rows.map(({ item_id }) => item_id));
}
