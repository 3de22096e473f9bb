import type { Board } from '@app/contract/market/ads';
import { orWhileAway } from '../../platform/database/database-away.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { contactView, withRevealedPhone } from './ad-card.ts';
import { getVisibleAd } from './get-visible-ad.ts';
import { completeOwnAds } from './own/complete-own-ads.ts';
import { addDistancesToViewer } from './search/ad-distances.ts';
import { auditPhoneView, recordAdPhoneReveal } from './visits/reveal-phone.ts';

/** Returns an ad with the phone number masked for guests and strangers. */
export async function getAd(services: Services, viewer: Viewer, id: number): Promise<Board> {
  const { board } = await getVisibleAd(services.pool, viewer, id);
  return completeAd(services, viewer, board);
}

/** Returns the whole number to a signed-in stranger within the daily limit. */
export async function getAdWithPhone(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { row, board } = await getVisibleAd(services.pool, viewer, id);
  await completeAd(services, viewer, board);
  const view = contactView(row, viewer);
  if (view === 'full') {
    await auditPhoneView(services, viewer, row);
    return withRevealedPhone(board, row);
  }
  if (row.deal === 'sold' || view !== 'masked') return board;
  const isAllowed = await orWhileAway(recordAdPhoneReveal(services, viewer, row), false);
  return isAllowed ? withRevealedPhone(board, row) : board;
}

async function completeAd(services: Services, viewer: Viewer, board: Board): Promise<Board> {
  await completeOwnAds(services, viewer, [board]);
  await addDistancesToViewer(services.pool, [board], viewer);
  return board;
}
