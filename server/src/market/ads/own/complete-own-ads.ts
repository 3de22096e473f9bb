import type { Board } from '@app/contract/market/ads';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { findAdTotals, NO_TOTALS } from '../lifecycle/ad-days.ts';
import { describeHold, listMatchedWords } from '../review/blocklist-words.ts';

/**
 * Adds view and favorite counts and the reason of a hold, for the owner and staff. Runs a fixed number of queries for
 * any number of ads, and none for other viewers.
 */
export async function completeOwnAds(services: Services, viewer: Viewer, boards: readonly Board[]): Promise<void> {
  const own = boards.filter((board) => board.board_revision !== undefined);
  if (own.length === 0) return;
  await Promise.all([addTotals(services, own), addHoldReasons(services, viewer, own)]);
}

/** Owners have them with their ads; staff are told those of others as well. */
async function addTotals({ pool }: Services, boards: readonly Board[]): Promise<void> {
  const untold = boards.filter(({ board_views }) => board_views === undefined);
  const totals = await findAdTotals(
    pool,
    untold.map((board) => board.board_id),
  );
  for (const board of untold) {
    const { views, favorites } = totals.get(board.board_id) ?? NO_TOTALS;
    board.board_views = views;
    board.board_favorites = favorites;
  }
}

async function addHoldReasons({ db }: Services, { lang }: Viewer, own: readonly Board[]): Promise<void> {
  const heldBoards = own.filter((board) => board.board_review_reason !== undefined);
  if (heldBoards.length === 0) return;
  const matchedWords = await listMatchedWords(
    db,
    heldBoards.map((board) => board.board_id),
  );
  for (const board of heldBoards) {
    const matchedWord = matchedWords.get(board.board_id);
    if (matchedWord !== undefined) board.board_review_reason = describeHold(texts, lang, matchedWord);
  }
}
