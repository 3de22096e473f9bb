import type { Board } from '@app/contract/ads';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { findAdTotals, NO_TOTALS } from './ad-days.ts';

/**
 * What only the owner and staff learn beside the card: how often an ad was looked at and kept, and what it waits for.
 * One query for all of them; none for everybody else.
 */
export async function completeOwnBoards(
  { pool, texts }: Pick<Services, 'pool' | 'texts'>,
  { lang }: Viewer,
  boards: readonly Board[],
): Promise<void> {
  // Revisions are shown to the same people.
  const own = boards.filter((board) => board.board_revision !== undefined);
  const totals = await findAdTotals(
    pool,
    own.map((board) => board.board_id),
  );
  for (const board of own) {
    const { views, favorites } = totals.get(board.board_id) ?? NO_TOTALS;
    board.board_views = views;
    board.board_favorites = favorites;
    // Reasons that come with the product are texts, those that staff wrote are what they wrote.
    const reason = board.board_review_reason;
    if (reason !== undefined && texts.has(reason)) board.board_review_reason = texts.t(lang, reason);
  }
}
