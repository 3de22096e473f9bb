import type { Board } from '@app/contract/market/ads';
import type pg from 'pg';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { adPresence } from './ads.policy.ts';
import { type AddressedCardRow, findAdCard } from './ads.queries.ts';

/** Returns an ad that the viewer may see. The error for a gone ad names its category: the page offers others. */
export async function getVisibleAd(
  pool: pg.Pool,
  viewer: Viewer,
  id: number,
): Promise<{ row: AddressedCardRow; board: Board }> {
  const found = await findAdCard(pool, viewer, id);
  const presence = found ? adPresence(viewer, found.row) : 'unknown';
  if (found === undefined || presence === 'unknown') throw new Failure('not_found');
  if (presence === 'gone') {
    throw new Failure('gone', { text: 'ad-page.gone.title', details: { category: found.board.category } });
  }
  return found;
}
