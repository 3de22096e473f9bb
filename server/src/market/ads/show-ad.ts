import type { Board } from '@app/contract/market/ads';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { contactView, showUncovered } from './ad-card.ts';
import { findHere } from './find-here.ts';
import { completeOwnBoards } from './own-boards.ts';
import { addDistanceToViewer } from './search/ad-distances.ts';
import { noteWholeNumber, uncoverPhone } from './visits/reveal-phone.ts';

type PageServices = Pick<Services, 'pool' | 'db' | 'texts'>;

/** One ad as this viewer may see it, its number masked for strangers. */
export async function getAd(services: PageServices, viewer: Viewer, id: number): Promise<Board> {
  const { board } = await findHere(services.pool, viewer, id);
  return complete(services, viewer, board);
}

/** The same with its number whole for a stranger who has signed in, as long as the day's allowance lasts. */
export async function getAdWithPhone(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { row, board } = await findHere(services.pool, viewer, id);
  await complete(services, viewer, board);
  const view = contactView(row, viewer);
  if (view === 'full') {
    await noteWholeNumber(services, viewer, row);
    return showUncovered(board, row);
  }
  if (row.deal === 'sold' || view !== 'masked') return board;
  return (await uncoverPhone(services, viewer, row)) ? showUncovered(board, row) : board;
}

async function complete(services: PageServices, viewer: Viewer, board: Board): Promise<Board> {
  await completeOwnBoards(services, viewer, [board]);
  return addDistanceToViewer(services.pool, board, viewer);
}
