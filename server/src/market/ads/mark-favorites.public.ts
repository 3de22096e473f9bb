import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Sets on each ad whether it is a favorite of the viewer. */
export async function markFavorites(pool: pg.Pool, viewer: Viewer, boards: readonly Board[]): Promise<void> {
  if (viewer.userId === null || boards.length === 0) return;
  const { rows } = await pool.query<{ ad_id: number }>({
    name: 'favorites-mark',
    text: 'select ad_id from favorites where user_id = $1::bigint and ad_id = any($2::bigint[]) and removed_at is null',
    values: [viewer.userId, boards.map((board) => board.board_id)],
  });
  const favoriteIds = new Set(rows.map((row) => row.ad_id));
  for (const board of boards) board.subscription_on_board = favoriteIds.has(board.board_id) ? 1 : 0;
}
