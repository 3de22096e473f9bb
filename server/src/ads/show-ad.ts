import type { Board } from '@app/contract/ads';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { addDistanceToViewer } from './ad-distances.ts';
import { adPresence } from './ads.policy.ts';
import { findAdCard } from './ads.queries.ts';

/** One ad as this viewer may see it. What is gone says of which category it was, so that a page can offer others. */
export async function getAd({ pool }: Pick<Services, 'pool'>, viewer: Viewer, id: number): Promise<Board> {
  const found = await findAdCard(pool, viewer, id);
  const presence = found ? adPresence(viewer, found.row) : 'unknown';
  if (found === undefined || presence === 'unknown') throw new Failure('not_found');
  if (presence === 'gone') {
    throw new Failure('gone', { text: 'ads.gone.title', details: { category: found.board.category } });
  }
  return addDistanceToViewer(pool, found.board, viewer);
}
