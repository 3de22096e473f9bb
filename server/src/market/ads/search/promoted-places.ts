import type { Board } from '@app/contract/market/ads';
import { PROMOTED_ONE_OF } from '@app/contract/market/promotion';
import type { PromotedAd } from '../promoted-ads.public.ts';

const MINUTE_MS = 60_000;
const BETWEEN = PROMOTED_ONE_OF - 1;

/**
 * Selects the promoted ads of a page. The queue rotates by one each minute, so that every ad takes every place of the
 * first page equally often; requests within a minute are equal. Further pages continue the queue until its end.
 */
export function rotatePromoted<T>(queue: readonly T[], now: Date, page: number, places: number): T[] {
  const start = (page - 1) * places;
  return sliceQueue(queue, now, start, start + places);
}

/** Slices the rotated queue without copying it, because it may hold thousands of ads. */
function sliceQueue<T>(queue: readonly T[], now: Date, start: number, end: number): T[] {
  const { length } = queue;
  const first = length === 0 ? 0 : Math.floor(now.getTime() / MINUTE_MS) % length;
  const [from, to] = [first + start, first + Math.min(end, length)];
  return [...queue.slice(from, to), ...queue.slice(Math.max(0, from - length), Math.max(0, to - length))];
}

const rotateQueue = <T>(queue: readonly T[], now: Date): T[] => sliceQueue(queue, now, 0, queue.length);

/** Smaller pages are previews and get no promoted ads. */
const PAGE_MIN = 2 * BETWEEN;

export const placesOn = (size: number): number => (size < PAGE_MIN ? 0 : Math.floor(size / BETWEEN));

/**
 * Inserts raised ads into a page and marks its highlighted ads.
 *
 * All ads of the page stay in order and appear once; a raised ad that is on the page already only moves up. Among
 * {@link PROMOTED_ONE_OF} consecutive cards at most one is promoted; the queue decides which, and the others look
 * ordinary.
 */
export function placePromoted(
  page: readonly Board[],
  raised: readonly Board[],
  promoted: ReadonlyMap<number, PromotedAd>,
  now: Date,
): Board[] {
  const isRaised = new Set(raised.map(({ board_id }) => board_id));
  const highlighted = page.filter(({ board_id }) => promoted.get(board_id)?.isHighlighted && !isRaised.has(board_id));
  // With both kinds on a page, the rotation decides which ads wait for another minute.
  const claims = highlighted.length === 0 ? raised : rotateQueue([...raised, ...highlighted], now);
  const chosen = claims.slice(0, Math.max(1, placesOn(page.length)));
  const highlightedIds = new Set(chosen.map(({ board_id }) => board_id).filter((id) => !isRaised.has(id)));
  const waiting = chosen.filter(({ board_id }) => isRaised.has(board_id));
  const placed = new Set<number>();
  const boards: Board[] = [];
  let since = BETWEEN;
  const place = (board: Board, isPromoted: boolean): void => {
    boards.push(isPromoted ? withPromotion(board, promoted.get(board.board_id)) : board);
    placed.add(board.board_id);
    since = isPromoted ? 0 : since + 1;
  };
  page.forEach((board, at) => {
    const isHighlightNear = page.slice(at, at + BETWEEN).some(({ board_id }) => highlightedIds.has(board_id));
    if (since >= BETWEEN && !isHighlightNear) {
      const next = waiting.find(({ board_id }) => !placed.has(board_id));
      if (next !== undefined) place(next, true);
    }
    if (placed.has(board.board_id)) return;
    const isOwnTurn = highlightedIds.has(board.board_id) || waiting.some(({ board_id }) => board_id === board.board_id);
    place(board, isOwnTurn && since >= BETWEEN);
  });
  return boards;
}

function withPromotion(board: Board, ad: PromotedAd | undefined): Board {
  if (ad === undefined) return board;
  const { isHighlighted, advert } = ad;
  return { ...board, board_promotion: { highlight: isHighlighted ? 1 : 0, ...(advert !== null && { advert }) } };
}
