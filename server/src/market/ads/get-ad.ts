import type { Board } from '@app/contract/market/ads';
import { hoursStateOf } from '@app/contract/market/seller-hours';
import { findTimeZone, MOSCOW } from '@app/contract/platform/time-zones';
import { bit } from '../../platform/bit.ts';
import { orWhileAway } from '../../platform/database/database-away.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { contactView, withRevealedPhone } from './ad-card.ts';
import type { AddressedCardRow } from './ads.queries.ts';
import { getVisibleAd } from './get-visible-ad.ts';
import { completeOwnAds } from './own/complete-own-ads.ts';
import { addDistancesToViewer } from './search/ad-distances.ts';
import { auditPhoneView, recordAdPhoneReveal } from './visits/reveal-phone.ts';

/** Returns an ad with the phone number masked for guests and strangers. */
export async function getAd(services: Services, viewer: Viewer, id: number): Promise<Board> {
  const { row, board } = await getVisibleAd(services.pool, viewer, id);
  return completeAd(services, viewer, row, board);
}

/** Returns the whole number to a signed-in stranger within the daily limit. */
export async function getAdWithPhone(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  const { row, board } = await getVisibleAd(services.pool, viewer, id);
  await completeAd(services, viewer, row, board);
  const view = contactView(row, viewer);
  if (view === 'full') {
    await auditPhoneView(services, viewer, row);
    return withRevealedPhone(board, row);
  }
  if (row.deal === 'sold' || view !== 'masked') return board;
  const isAllowed = await orWhileAway(recordAdPhoneReveal(services, viewer, row), false);
  return isAllowed ? withRevealedPhone(board, row) : board;
}

async function completeAd(services: Services, viewer: Viewer, row: AddressedCardRow, board: Board): Promise<Board> {
  addSellerHours(services, row, board);
  await completeOwnAds(services, viewer, [board]);
  await addDistancesToViewer(services.pool, [board], viewer);
  return board;
}

/** Nobody waits for a seller on vacation, nor writes about what is no longer offered. */
function addSellerHours(
  { clock }: Services,
  { seller_hours, seller_zone, is_external }: AddressedCardRow,
  board: Board,
) {
  const isOffered = board.board_state === 'active' || board.board_state === 'reserved';
  if (seller_hours === null || is_external || !isOffered || board.board_owner_away === 1) return;
  const { isOpen, changesAt } = hoursStateOf(seller_hours, clock(), findTimeZone(seller_zone ?? '') ?? MOSCOW);
  board.board_seller_hours = { open: bit(isOpen), changes: changesAt?.toISOString() ?? null };
}
