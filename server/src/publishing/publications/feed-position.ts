import type { BodyOf } from '@app/contract/platform/endpoint';
import type { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Cursor, cursorTimestamp, encodeCursor, parseCursor } from './cursor.ts';

/** How far a reader has come in the feed, on any device. */
export interface FeedPosition {
  /** Where the reader stopped last. */
  mark: Cursor;
  /** The newest publication that was shown. */
  seen: Cursor;
  /** Everything from here down was read; null before the reader reached an end. */
  caughtUp: Cursor | null;
}

/** A position as a page of the feed brings it: cursors as texts, all null before the reader stopped for the first time. */
export interface PositionRow {
  mark: string | null;
  seen: string | null;
  caught_up: string | null;
}

export function parseFeedPosition({ mark: text, seen, caught_up }: PositionRow): FeedPosition | null {
  if (text === null) return null;
  const mark = parseCursor(text);
  return {
    mark,
    seen: seen === null ? mark : parseCursor(seen),
    caughtUp: caught_up === null ? null : parseCursor(caught_up),
  };
}

/**
 * Saves how far the reader came, for all devices. The last position wins and the newest publication seen stays. A reader
 * who reaches the end, or what was read before, has read everything up to the newest seen.
 */
export async function saveFeedPosition(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { mark: text, first, end }: BodyOf<typeof publicationsApi.markFeed>,
): Promise<{ mark: string }> {
  const mark = parseCursor(text);
  const top = first === undefined ? mark : parseCursor(first);
  const isEnd = end === 1;
  await sql`
    insert into feed_positions as f
      (user_id, published_at, publish_id, marked_at, seen_at, seen_id, caught_up_at, caught_up_id)
    select ${viewer.userId}, mark_at, mark_id, ${clock()}, seen_at, seen_id,
      case when ${isEnd} then seen_at end, case when ${isEnd} then seen_id end
    from (select ${cursorTimestamp(mark)} as mark_at, ${mark.id}::bigint as mark_id,
      ${cursorTimestamp(top)} as seen_at, ${top.id}::bigint as seen_id) given
    on conflict (user_id) do update set
      (published_at, publish_id, marked_at, seen_at, seen_id, caught_up_at, caught_up_id) = (
        select excluded.published_at, excluded.publish_id, excluded.marked_at, newest.seen_at, newest.seen_id,
          case when is_caught_up then newest.seen_at else f.caught_up_at end,
          case when is_caught_up then newest.seen_id else f.caught_up_id end
        from (
          values (f.seen_at, f.seen_id), (excluded.seen_at, excluded.seen_id)
          order by 1 desc nulls last, 2 desc limit 1
        ) newest (seen_at, seen_id), coalesce(${isEnd}
          or (excluded.published_at, excluded.publish_id) <= (f.caught_up_at, f.caught_up_id), false) is_caught_up
      )`.execute(db);
  return { mark: encodeCursor(mark) };
}
