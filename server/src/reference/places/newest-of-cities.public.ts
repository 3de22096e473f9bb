import { type RawBuilder, sql } from 'kysely';
import { isInDistrict } from '../districts.public.ts';

/** A position among rows in the order of time: microseconds since 1970, and the id among rows of the same moment. */
export interface TimePosition {
  micros: number;
  id: number;
}

/** Rows that lie in cities and districts, with an index by city, time and id, both descending. */
export interface CityRows {
  table: string;
  time: string;
  id: string;
  /** Condition of the index; `true` for an index of all rows. */
  condition: string;
}

/** Cities, or a district of theirs. */
export interface Neighbourhood {
  cities: readonly number[];
  district: string | null;
}

export interface Stretch {
  below: TimePosition;
  above: TimePosition;
  /** At most this many rows are read of each city. */
  limit: number;
}

const timeAt = ({ micros }: TimePosition): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/**
 * SQL that selects `id` and `at` of the newest rows of several cities together. Only the newest row of each city is
 * looked up, and of the cities that come first as many rows as could be wanted: the cost depends on the numbers of cities
 * and of wanted rows, not on the number of rows that there are.
 */
export function newestOfCities(
  { table, time, id, condition }: CityRows,
  { cities, district }: Neighbourhood,
  { below, above, limit }: Stretch,
): RawBuilder<unknown> {
  const [at, key] = [sql.raw(`rows.${time}`), sql.raw(`rows.${id}`)];
  const newestOf = (city: string, count: number): RawBuilder<unknown> => sql`
    select ${key} as id, ${at} as at from ${sql.raw(table)} rows
    where rows.city_id = ${sql.raw(city)} and ${sql.raw(condition)} and ${isInDistrict('rows.district', district)}
      and (${at}, ${key}) < (${timeAt(below)}, ${below.id}::bigint) and (${at}, ${key}) > (${timeAt(above)}, ${above.id}::bigint)
    order by ${at} desc, ${key} desc limit ${count}`;
  return sql`
    select newest.id, newest.at from (
      select city.id from unnest(${[...cities]}::bigint[]) city (id)
        cross join lateral (${newestOf('city.id', 1)}) first
      order by first.at desc, first.id desc limit ${limit}
    ) city cross join lateral (${newestOf('city.id', limit)}) newest
    order by newest.at desc, newest.id desc limit ${limit}`;
}

export const microsOf = (time: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.raw(time)}) * 1000000)::bigint`;

/** What was read of one kind of rows: those to show, and where reading stopped; null when nothing lies below. */
export interface Reading {
  shown: readonly TimePosition[];
  end: TimePosition | null;
}

export function readingOf(rows: readonly (TimePosition & { is_shown: boolean })[], limit: number): Reading {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    shown: rows.filter(({ is_shown }) => is_shown).map(({ micros, id }) => ({ micros, id })),
    end: last === undefined ? null : { micros: last.micros, id: last.id },
  };
}
