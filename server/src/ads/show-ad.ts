import type { Board } from '@app/contract/ads';
import type { SignedInViewer, Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { contactView, showUncovered } from './ad-card.ts';
import { addDistanceToViewer } from './ad-distances.ts';
import { findHere } from './find-here.ts';
import { completeOwnBoards } from './own-boards.ts';
import { uncoverPhone } from './reveal-phone.ts';

/** One ad as this viewer may see it, its number masked for strangers. */
export async function getAd(services: Pick<Services, 'pool' | 'texts'>, viewer: Viewer, id: number): Promise<Board> {
  const { board } = await findHere(services.pool, viewer, id);
  await completeOwnBoards(services, viewer, [board]);
  return addDistanceToViewer(services.pool, board, viewer);
}

/** The same with its number whole for a stranger who has signed in, as long as the day's allowance lasts. */
export async function getAdWithPhone(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { row } = await findHere(services.pool, viewer, id);
  const board = await getAd(services, viewer, id);
  if (row.deal === 'sold' || contactView(row, viewer) !== 'masked') return board;
  return (await uncoverPhone(services, viewer, row)) ? showUncovered(board, row) : board;
}
