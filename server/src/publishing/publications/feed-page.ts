import type { Services } from '../../platform/domain/services.ts';
import { type Cursor, FEED_END, FEED_START } from './cursor.ts';
import { type FeedPosition, type PositionRow, parseFeedPosition } from './feed-position.ts';
import { type CardRow, PUBLICATION_CARD_COLUMNS } from './present-publications.ts';

/** Up to this number of authors, reading each author's newest costs less than skipping other publications. */
const FEW = 500;
/** How many publications of the timeline are scanned for those of followed authors; measured with one million rows. */
const SLICE = 1500;
const NEWER_MAX = 100;
/**
 * Publications scanned for counting: querying authors one by one for a hundred rows costs ten times as much as scanning
 * on.
 */
const NEWER_SLICE = 3 * SLICE;

export interface FeedRange {
  /** Null: from where the reader stopped. */
  below: Cursor | null;
  above: Cursor;
  limit: number;
  offset: number;
}

const microsOf = (moment: string): string => `(extract(epoch from ${moment}) * 1000000)::bigint`;
const TOP_DOWN = 'order by p.published_at desc, p.id desc';
const momentAt = (micros: string): string => `(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;

const WITHIN = `p.is_public and (p.published_at, p.id) < (${momentAt('(select micros from start)')}, (select id from start))
  and (p.published_at, p.id) > (${momentAt('(select $4::bigint)')}, (select $5::bigint))`;

/** Friends may see publications for friends or relatives. A block removes friendship and following. */
const IS_OPEN = `(p.audience = 'all' or (p.audience <> 'me' and exists (
  select from friends f where f.user_id = p.user_id and f.friend_id = (select $1::bigint) and (p.audience = 'friends' or f.is_relative) offset 0)))`;

const isHiddenAuthor = (person: string): string => `(
  exists (select from mutes m where m.user_id = (select $1::bigint) and m.muted_id = ${person} and m.until > now() offset 0)
  or exists (select from blocks b where b.user_id = (select $1::bigint) and b.blocked_id = ${person} offset 0)
  or exists (select from blocks b where b.user_id = ${person} and b.blocked_id = (select $1::bigint) offset 0))`;

const newestOf = (author: string, limit: string): string => `
  select p.id, p.published_at from publications p
  where p.user_id = ${author} and ${WITHIN} and ${IS_OPEN} ${TOP_DOWN} limit ${limit}`;

/**
 * Finds the rows of one page by the cheaper of two ways: scanning the timeline (publications_timeline, read lazily) for
 * readers of many authors, or author by author (publications_author), where only the authors with the newest
 * publications are read further than their newest. Nothing is ranked or precomputed. `$1` the
 * reader, `start` the upper position, `$4` and `$5` the lower position, `$6` limit, `$7` offset, `$8` force author
 * by author. `offset 0` makes the planner look up each author lazily instead of reading all followed users into a table
 * first.
 */
const foundWithin = (slice: number): string => `
  me as materialized (
    select not (select $8::boolean) and (select count(*) from (select from followers where follower_id = (select $1::bigint) limit ${FEW + 1}) f)
        + (select count(*) from (select from friends where user_id = (select $1::bigint) limit ${FEW + 1}) f) > ${FEW} as is_many
  ), people as materialized (
    select person.id from (
      select person_id as id from followers where follower_id = (select $1::bigint)
      union select friend_id from friends where user_id = (select $1::bigint)
    ) person
    where not ${isHiddenAuthor('person.id')}
  ), found as materialized (
    (select p.id, p.published_at from (
      select p.* from (
        select p.id, p.user_id, p.audience, p.published_at from publications p where ${WITHIN} ${TOP_DOWN} limit ${slice}
      ) p
      where exists (select from followers f where f.follower_id = (select $1::bigint) and f.person_id = p.user_id offset 0)
        or exists (select from friends f where f.user_id = (select $1::bigint) and f.friend_id = p.user_id offset 0)
      ${TOP_DOWN} offset 0
    ) p
    where (select is_many from me) and p.user_id <> (select $1::bigint) and not ${isHiddenAuthor('p.user_id')} and ${IS_OPEN}
    ${TOP_DOWN} limit (select $6::int) offset (select $7::int))
    union all
    (select p.id, p.published_at from (
      select people.id from people cross join lateral (${newestOf('people.id', '1')}) p
      where not (select is_many from me)
      ${TOP_DOWN} limit (select $6::int) + (select $7::int)
    ) author cross join lateral (${newestOf('author.id', '(select $6::int) + (select $7::int)')}) p
    ${TOP_DOWN} limit (select $6::int) offset (select $7::int))
  )`;

const positionText = (moment: string, id: string): string => `${microsOf(moment)} || '.' || ${id}`;

/**
 * `$2` and `$3` are the upper position. Where they are null, it is where everything from there down was read, or where the
 * reader stopped, if that is above it.
 */
const PAGE = `
  with position as materialized (
    select published_at, publish_id, seen_at, seen_id, caught_up_at, caught_up_id
    from feed_positions where user_id = (select $1::bigint)
  ), start as materialized (
    select coalesce($2::bigint, ${microsOf('stop.at')}, ${FEED_START.micros}) as micros, coalesce($3::bigint, stop.id + 1, ${FEED_START.id}) as id
    from (select) one left join (
      select at, id from position cross join lateral (values (published_at, publish_id), (caught_up_at, caught_up_id)) place (at, id)
      order by at desc nulls last, id desc limit 1
    ) stop on $2::bigint is null
  ), ${foundWithin(SLICE)}
  select me.is_many, ${positionText('position.published_at', 'position.publish_id')} as mark,
    ${positionText('position.seen_at', 'position.seen_id')} as seen,
    ${positionText('position.caught_up_at', 'position.caught_up_id')} as caught_up, card.*
  from me left join position on true left join lateral (
    select ${microsOf('p.published_at')} as micros, ${PUBLICATION_CARD_COLUMNS.columns('(select $1::bigint)')}
    from found join publications p on p.id = found.id and p.deleted_at is null ${PUBLICATION_CARD_COLUMNS.joins}
  ) card on true
  order by card.published_at desc, card.id desc`;

/**
 * When enough rows were found or the slice covers everything between the positions, authors are not queried one by one.
 * The size of the slice is checked only when too few rows were found.
 */
const COUNT = `
  with start as materialized (select $2::bigint as micros, $3::bigint as id), ${foundWithin(NEWER_SLICE)}
  select me.is_many and (select count(*) from found) < (select $6::int)
      and (select count(*) from (select from publications p where ${WITHIN} limit ${NEWER_SLICE}) s) = ${NEWER_SLICE} as is_many,
    (select count(*) from found) as newer,
    (select count(*) from found where (published_at, id) > (${momentAt('(select $9::bigint)')}, (select $10::bigint))) as fresh
  from me`;

export type FeedCardRow = CardRow & Pick<Cursor, 'micros'>;
type PageRow = { is_many: boolean } & PositionRow & (FeedCardRow | { id: null });

export interface FeedPage {
  position: FeedPosition | null;
  found: FeedCardRow[];
}

const valuesOf = (userId: number, { below, above, limit, offset }: FeedRange, isByPeople: boolean): unknown[] => [
  userId,
  below?.micros ?? null,
  below?.id ?? null,
  above.micros,
  above.id,
  limit,
  offset,
  isByPeople,
];

/** With the position of the reader. Falls back to querying author by author when the slice has too few rows. */
export async function findFeedPage(
  services: Services,
  userId: number,
  range: FeedRange,
  isByPeople = false,
): Promise<FeedPage> {
  const query = { name: 'feed-page', text: PAGE, values: valuesOf(userId, range, isByPeople) };
  const { rows } = await services.pool.query<PageRow>(query);
  const found: FeedCardRow[] = [];
  for (const row of rows) if (row.id !== null) found.push(row);
  if (rows[0]?.is_many && found.length < range.limit) return findFeedPage(services, userId, range, true);
  return { position: rows[0] === undefined ? null : parseFeedPosition(rows[0]), found };
}

/** Counts the publications above a position, and those among them that the reader has seen on no device. */
export async function countAbove(
  services: Services,
  userId: number,
  above: Cursor,
  seen: Cursor = FEED_END,
  isByPeople = false,
): Promise<{ newer: number; fresh: number }> {
  const range: FeedRange = { below: FEED_START, above, limit: NEWER_MAX, offset: 0 };
  const values = [...valuesOf(userId, range, isByPeople), seen.micros, seen.id];
  const query = { name: 'feed-newer', text: COUNT, values };
  const [row] = (await services.pool.query<{ is_many: boolean; newer: number; fresh: number }>(query)).rows;
  if (row?.is_many) return countAbove(services, userId, above, seen, true);
  return { newer: row?.newer ?? 0, fresh: row?.fresh ?? 0 };
}
