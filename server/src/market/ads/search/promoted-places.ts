import type { Board } from '@app/contract/market/ads';
import { PROMOTED_ONE_OF } from '@app/contract/market/promotion';
import type { PromotedAd } from '../promoted-ads.public.ts';

const MINUTE_MS = 60_000;
/** Cards that are not promoted between two that are. */
const BETWEEN = PROMOTED_ONE_OF - 1;

/**
 * Whose turn a page is. Each minute the line moves on by one, so that in as many minutes as there are promoted ads everybody has
 * stood in every place of the first page equally often; whoever asks within the minute gets the same. Further pages go on
 * where the page before ended, and when the line is over they have none.
 */
export function rotatePromoted<T>(queue: readonly T[], now: Date, page: number, places: number): T[] {
  const start = (page - 1) * places;
  return sliceQueue(queue, now, start, start + places);
}

/** From one place to another of the line as it stands in this minute; of thousands who wait only these are touched. */
function sliceQueue<T>(queue: readonly T[], now: Date, start: number, end: number): T[] {
  const { length } = queue;
  const first = length === 0 ? 0 : Math.floor(now.getTime() / MINUTE_MS) % length;
  const [from, to] = [first + start, first + Math.min(end, length)];
  return [...queue.slice(from, to), ...queue.slice(Math.max(0, from - length), Math.max(0, to - length))];
}

const rotateQueue = <T>(queue: readonly T[], now: Date): T[] => sliceQueue(queue, now, 0, queue.length);

/** Fewer ads than this beside something else are a taste of the list, not the list. */
const PAGE_MIN = 2 * BETWEEN;

/** Promoted places on a page of so many ads. */
export const placesOn = (size: number): number => (size < PAGE_MIN ? 0 : Math.floor(size / BETWEEN));

/**
 * Put raised ads into a page and mark those of the page that are highlighted.
 *
 * The page keeps every ad that it has, in its order, each once: a raised one that stands on this page anyway only moves up. Among
 * {@link PROMOTED_ONE_OF} cards in a row at most one is promoted; where more would be, the line decides whose minute it is,
 * and the others look like any ad.
 */
export function placePromoted(
  page: readonly Board[],
  raised: readonly Board[],
  promoted: ReadonlyMap<number, PromotedAd>,
  now: Date,
): Board[] {
  const isRaised = new Set(raised.map(({ board_id }) => board_id));
  const highlighted = page.filter(({ board_id }) => promoted.get(board_id)?.isHighlighted && !isRaised.has(board_id));
  // With both kinds on a page, some of either have to wait for another minute.
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
