import { type RawBuilder, sql } from 'kysely';

/** A position in a list by time: microseconds since 1970 and the id of the publication. */
export interface Cursor {
  micros: number;
  id: number;
}

export const FEED_START: Cursor = { micros: 9_000_000_000_000_000, id: 1 };
export const FEED_END: Cursor = { micros: 0, id: 0 };

export const encodeCursor = ({ micros, id }: Cursor): string => `${micros}.${id}`;

/** The contract guarantees two numbers; values outside the valid range of time mean the top. */
export function parseCursor(text: string): Cursor {
  const [micros = 0, id = 0] = text.split('.').map(Number);
  return { micros: Math.min(micros, FEED_START.micros), id };
}

export const cursorTimestamp = ({ micros }: Cursor): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

export const MICROS = sql<number>`(extract(epoch from p.published_at) * 1000000)::bigint`;

export const isBelow = (cursor: Cursor): RawBuilder<boolean> =>
  sql<boolean>`((p.published_at, p.id) < (${cursorTimestamp(cursor)}, ${cursor.id}::bigint))`;

export const isAbove = (upper: Cursor, lower: Cursor): boolean =>
  upper.micros > lower.micros || (upper.micros === lower.micros && upper.id > lower.id);
