import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { FEED_PAGE_SIZE, type publicationsApi } from '@app/contract/publishing/publications';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Cursor, encodeCursor, FEED_END, FEED_START, isAbove, parseCursor } from './cursor.ts';
import { countAbove, type FeedCardRow, type FeedPage, findFeedPage } from './feed-page.ts';
import { presentPublicationRows } from './present-publications.ts';

type Feed = ResponseOf<typeof publicationsApi.feed>;

export async function getFeed(
  services: Services,
  viewer: SignedInViewer,
  ofId: number,
  { after, before, from, counts, page, size }: QueryOf<typeof publicationsApi.feed>,
): Promise<Feed> {
  if (ofId !== viewer.userId) throw new Failure('forbidden');
  const below = after === undefined ? FEED_START : parseCursor(after);
  const offset = after === undefined ? (page - 1) * size : 0;
  const above = before === undefined ? FEED_END : parseCursor(before);
  const opening = after === undefined && from === 'mark' ? await findOpening(services, viewer.userId, size) : null;
  const reopened = opening?.border ? opening : null;
  const isWholeTop = offset === 0 && before === undefined;
  const { position, found } =
    reopened ??
    (isWholeTop && opening !== null
      ? opening
      : await findFeedPage(services, viewer.userId, { below, above, limit: size + 1, offset }));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const isTop = before !== undefined || (after === undefined && offset === 0 && reopened === null);
  const none = { newer: 0, fresh: 0 };
  const [list, { newer, fresh }] = await Promise.all([
    presentPublicationRows(services, viewer, shown),
    isTop || counts === 0 ? none : (reopened ?? countAbove(services, viewer.userId, shown[0] ?? below, position?.seen)),
  ]);
  return {
    list,
    total: offset + found.length,
    next: found.length > size && last !== undefined ? encodeCursor(last) : null,
    cursors: shown.map(encodeCursor),
    mark: position && encodeCursor(position.mark),
    border: reopened?.border ? encodeCursor(reopened.border) : null,
    newer,
    fresh,
  };
}

interface Opening extends FeedPage {
  /** Where the reader stopped; null at the top, when nothing is unread. */
  border: Cursor | null;
  newer: number;
  fresh: number;
}

/**
 * Finds the page at which the feed reopens: where the reader stopped, if something below is unread; otherwise below the
 * publications that came since; otherwise the top. A page that would be shorter than the feed's own opens at the top.
 */
async function findOpening(services: Services, userId: number, size: number): Promise<Opening> {
  const pageBelow = (below: Cursor | null): Promise<FeedPage> =>
    findFeedPage(services, userId, { below, above: FEED_END, limit: size + 1, offset: 0 });
  const first = await pageBelow(null);
  const { position } = first;
  if (position === null) return { ...first, border: null, newer: 0, fresh: 0 };
  const { mark, seen, caughtUp } = position;
  const isLong = (found: readonly FeedCardRow[]): boolean => found.length >= Math.min(size, FEED_PAGE_SIZE);
  let { found } = first;
  let border = caughtUp ?? seen;
  if (caughtUp === null || isAbove(mark, caughtUp)) {
    const unread = found.find((row) => isAbove(mark, row));
    if (unread !== undefined && (caughtUp === null || isAbove(unread, caughtUp))) {
      if (isLong(found))
        return { position, found, border: mark, ...(await countAbove(services, userId, found[0] ?? mark, seen)) };
    }
    border = seen;
    if (seen.micros !== mark.micros || seen.id !== mark.id)
      ({ found } = await pageBelow({ micros: seen.micros, id: seen.id + 1 }));
  }
  const counts = await countAbove(services, userId, found[0] ?? border, seen);
  // With nothing above it, this page is the top.
  if (counts.newer === 0) return { position, found, border: null, ...counts };
  if (isLong(found)) return { position, found, border, ...counts };
  return { position, found: (await pageBelow(FEED_START)).found, border, newer: 0, fresh: 0 };
}
