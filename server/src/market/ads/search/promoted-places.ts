import type { Board } from '@app/contract/market/ads';
import { PROMOTED_ONE_OF } from '@app/contract/market/promotion';
import type { PromotedAd } from './promoted-ads.public.ts';

const MINUTE_MS = 60_000;
const BETWEEN = PROMOTED_ONE_OF - 1;

/**
 * The queue rotates by one each minute, so that every ad takes every place of the first page equally often; requests
 * within a minute are equal. Reads only the first ads of a queue that may hold thousands.
 */
export function rotatePromoted<T>(queue: readonly T[], now: Date, count = queue.length): T[] {
  const { length } = queue;
  const first = length === 0 ? 0 : Math.floor(now.getTime() / MINUTE_MS) % length;
  const end = first + Math.min(count, length);
  return [...queue.slice(first, end), ...queue.slice(0, Math.max(0, end - length))];
}

/** Smaller pages are previews and get no promoted ads. */
const PAGE_MIN = 2 * BETWEEN;

export const placesOn = (size: number): number => (size < PAGE_MIN ? 0 : Math.floor(size / BETWEEN));

/**
 * Inserts raised ads into a page, marks its highlighted ads, and cuts it to its size.
 *
 * The ads of the page stay in order and appear once; a raised ad that is on the page already only moves up. Among
 * {@link PROMOTED_ONE_OF} consecutive cards at most one is promoted; the queue decides which, and the others look
 * ordinary.
 */
export function placePromoted(
  page: readonly Board[],
  raised: readonly Board[],
  promoted: ReadonlyMap<number, PromotedAd>,
  now: Date,
  size: number,
): Board[] {
  const isRaised = new Set(raised.map(({ board_id }) => board_id));
  const highlighted = page.filter(({ board_id }) => promoted.get(board_id)?.isHighlighted && !isRaised.has(board_id));
  // With both kinds on a page, the rotation decides which ads wait for another minute.
  const claims = highlighted.length === 0 ? raised : rotatePromoted([...raised, ...highlighted], now);
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
  return boards.slice(0, size);
}

interface PromotedPages {
  /** Rotated; every raised ad of the list. */
  queue: readonly number[];
  /** Ids of promoted ads by their rank in the list without places; up to the end of the page that is asked for. */
  ranks: ReadonlyMap<number, number>;
  promoted: ReadonlyMap<number, PromotedAd>;
  now: Date;
  page: number;
  size: number;
}

interface PageSlice {
  /** Ranks of the list without places that the page reads. */
  start: number;
  end: number;
  /** Promoted ads that earlier pages have shown. */
  shown: ReadonlySet<number>;
  raised: number[];
}

/**
 * Tells which ads of the list are left for a page after what the pages before it show, so that all pages together have
 * every ad once. Steps only through pages with promoted ads.
 */
export function slicePage({ queue, ranks, promoted, now, page, size }: PromotedPages): PageSlice {
  const places = placesOn(size);
  const sorted = [...ranks.keys()].sort((a, b) => a - b);
  const shown = new Set<number>();
  let queued = 0;
  let ranked = 0;
  // An ad that is not promoted only counts, so its rank stands in for its id.
  const idAt = (rank: number): number => ranks.get(rank) ?? -1 - rank;
  let start = 0;
  const sliceFrom = (): { ids: number[]; end: number } => {
    const ids: number[] = [];
    let end = start;
    for (; ids.length < size; end += 1) if (!shown.has(idAt(end))) ids.push(idAt(end));
    return { ids, end };
  };
  const nextRaised = (): number[] => {
    while (shown.has(queue[queued] ?? 0)) queued += 1;
    const ids: number[] = [];
    for (let i = queued; i < queue.length && ids.length < places; i += 1) {
      const id = queue[i];
      if (id !== undefined && !shown.has(id)) ids.push(id);
    }
    return ids;
  };
  for (let at = 1; at < page; at += 1) {
    const raised = nextRaised();
    while ((sorted[ranked] ?? start) < start) ranked += 1;
    const nextRank = sorted[ranked] ?? Number.POSITIVE_INFINITY;
    if (raised.length === 0 && nextRank >= start + size) {
      const pages = Math.min(page - at, Math.floor((nextRank - start) / size));
      start += pages * size;
      at += pages - 1;
      continue;
    }
    const asBoards = (ids: readonly number[]): Board[] => ids.map((board_id) => ({ board_id }) as Board);
    for (const { board_id } of placePromoted(asBoards(sliceFrom().ids), asBoards(raised), promoted, now, size)) {
      shown.add(board_id);
    }
    while (shown.has(idAt(start))) start += 1;
  }
  return { start, end: sliceFrom().end, shown, raised: nextRaised() };
}

function withPromotion(board: Board, ad: PromotedAd | undefined): Board {
  if (ad === undefined) return board;
  const { isHighlighted, advert } = ad;
  return { ...board, board_promotion: { highlight: isHighlighted ? 1 : 0, ...(advert !== null && { advert }) } };
}
