import { type RawBuilder, sql } from 'kysely';

/** A place in a list by time: microseconds since 1970, and the publication there. */
export interface Cursor {
  micros: number;
  id: number;
}

/** Above everything, and below everything. */
export const FEED_START: Cursor = { micros: 9_000_000_000_000_000, id: 1 };
export const FEED_END: Cursor = { micros: 0, id: 0 };

export const encodeCursor = ({ micros, id }: Cursor): string => `${micros}.${id}`;

/** What the contract lets through is two numbers; those that are no moment in time are the top. */
export function parseCursor(text: string): Cursor {
  const [micros = 0, id = 0] = text.split('.').map(Number);
  return { micros: Math.min(micros, FEED_START.micros), id };
}

/** The moment of a cursor in SQL, to the microsecond. */
export const cursorTimestamp = ({ micros }: Cursor): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** The place of the publication `p` of the caller's query. */
export const MICROS = sql<number>`(extract(epoch from p.published_at) * 1000000)::bigint`;

/** Whether `p` stands below a place. */
export const isBelow = (cursor: Cursor): RawBuilder<boolean> =>
  sql<boolean>`((p.published_at, p.id) < (${cursorTimestamp(cursor)}, ${cursor.id}::bigint))`;
