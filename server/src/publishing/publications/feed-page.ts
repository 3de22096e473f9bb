import { partOfServices } from '../../platform/domain/part-of-services.ts';
import type { Services } from '../../platform/domain/services.ts';
import { ShortCache } from '../../platform/short-cache.ts';
import { type Cursor, FEED_END, FEED_START } from './cursor.ts';
import { type FeedPosition, type PositionRow, parseFeedPosition } from './feed-position.ts';
import { type CardRow, PUBLICATION_CARD_JOINS, publicationCardColumns } from './present-publications.ts';

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
const REMEMBERED = { ms: 600_000, max: 10_000 };

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

const FOLLOWS_MANY = `
  select (select count(*) from (select from followers where follower_id = $1 limit ${FEW + 1}) f)
    + (select count(*) from (select from friends where user_id = $1 limit ${FEW + 1}) f) > ${FEW} as is_many`;

/**
 * The two ways to find the rows of one page, which find the same. `$1` the reader, `start` the upper position, `$4` and
 * `$5` the lower position, `$6` limit, `$7` offset. Nothing is ranked or precomputed. `offset 0` makes the planner look
 * up each author lazily instead of reading all followed users into a table first.
 *
 * Of many authors: scans the timeline (publications_timeline, read lazily).
 */
const ofTimeline = (slice: number): string => `
  found as materialized (
    select p.id, p.published_at from (
      select p.* from (
        select p.id, p.user_id, p.audience, p.published_at from publications p where ${WITHIN} ${TOP_DOWN} limit ${slice}
      ) p
      where exists (select from followers f where f.follower_id = (select $1::bigint) and f.person_id = p.user_id offset 0)
        or exists (select from friends f where f.user_id = (select $1::bigint) and f.friend_id = p.user_id offset 0)
      ${TOP_DOWN} offset 0
    ) p
    where p.user_id <> (select $1::bigint) and not ${isHiddenAuthor('p.user_id')} and ${IS_OPEN}
    ${TOP_DOWN} limit (select $6::int) offset (select $7::int)
  )`;

const newestOf = (author: string, limit: string, more = ''): string => `
  select p.id, p.published_at from publications p
  where p.user_id = ${author} ${more} and ${WITHIN} and ${IS_OPEN} ${TOP_DOWN} limit ${limit}`;

/**
 * Of few authors: author by author (publications_author). Only the authors with the newest publications are read further
 * than their newest, and no further down than the last of these is.
 */
const BY_AUTHORS = `
  people as materialized (
    select person_id as id from followers where follower_id = (select $1::bigint)
    union select friend_id from friends where user_id = (select $1::bigint)
  ), authors as materialized (
    select a.id, a.published_at from (
      select people.id, p.published_at, p.id as publish_id from people cross join lateral (${newestOf('people.id', '1')}) p
      order by p.published_at desc, p.id desc offset 0
    ) a where not ${isHiddenAuthor('a.id')}
    order by a.published_at desc, a.publish_id desc limit (select $6::int) + (select $7::int)
  ), last as materialized (
    select case when count(*) = (select $6::int) + (select $7::int) then min(published_at) else '-infinity' end as at from authors
  ), found as materialized (
    select p.id, p.published_at
    from authors cross join lateral (${newestOf('authors.id', '(select $6::int) + (select $7::int)', 'and p.published_at >= (select at from last)')}) p
    ${TOP_DOWN} limit (select $6::int) offset (select $7::int)
  )`;

const positionText = (moment: string, id: string): string => `${microsOf(moment)} || '.' || ${id}`;

/**
 * `$2` and `$3` are the upper position. Where they are null, it is where everything from there down was read, or where the
 * reader stopped, if that is above it.
 */
const pageOf = (found: string): string => `
  with position as materialized (
    select published_at, publish_id, seen_at, seen_id, caught_up_at, caught_up_id
    from feed_positions where user_id = (select $1::bigint)
  ), start as materialized (
    select coalesce($2::bigint, ${microsOf('stop.at')}, ${FEED_START.micros}) as micros, coalesce($3::bigint, stop.id + 1, ${FEED_START.id}) as id
    from (select) one left join (
      select at, id from position cross join lateral (values (published_at, publish_id), (caught_up_at, caught_up_id)) place (at, id)
      order by at desc nulls last, id desc limit 1
    ) stop on $2::bigint is null
  ), ${found}
  select ${positionText('position.published_at', 'position.publish_id')} as mark,
    ${positionText('position.seen_at', 'position.seen_id')} as seen,
    ${positionText('position.caught_up_at', 'position.caught_up_id')} as caught_up, card.*
  from (select) one left join position on true left join lateral (
    select ${microsOf('p.published_at')} as micros, ${publicationCardColumns('(select $1::bigint)', 'false')}
    from found join publications p on p.id = found.id and p.deleted_at is null ${PUBLICATION_CARD_JOINS}
  ) card on true
  order by card.published_at desc, card.id desc`;

/** `isShort`: when too few rows were found although the slice does not cover everything between the positions. */
const countOf = (found: string, isShort: string): string => `
  with start as materialized (select $2::bigint as micros, $3::bigint as id), ${found}
  select ${isShort} as is_short, (select count(*) from found) as newer,
    (select count(*) from found where (published_at, id) > (${momentAt('(select $8::bigint)')}, (select $9::bigint))) as fresh`;

const TIMELINE = {
  page: { name: 'feed-page-timeline', text: pageOf(ofTimeline(SLICE)) },
  count: {
    name: 'feed-newer-timeline',
    text: countOf(
      ofTimeline(NEWER_SLICE),
      `(select count(*) from found) < (select $6::int)
        and (select count(*) from (select from publications p where ${WITHIN} limit ${NEWER_SLICE}) s) = ${NEWER_SLICE}`,
    ),
  },
};
const AUTHORS = {
  page: { name: 'feed-page-authors', text: pageOf(BY_AUTHORS) },
  count: { name: 'feed-newer-authors', text: countOf(BY_AUTHORS, 'false') },
};
type Way = typeof TIMELINE;

const waysOfReaders = partOfServices<ShortCache<Way>, Pick<Services, 'db'>>(() => new ShortCache(REMEMBERED));

/** Remembered for some minutes: a way that has become the slower one finds the same. */
const wayOf = (services: Services, userId: number): Promise<Way> =>
  waysOfReaders(services).get(String(userId), async () => {
    const query = { name: 'feed-follows-many', text: FOLLOWS_MANY, values: [userId] };
    const { rows } = await services.pool.query<{ is_many: boolean }>(query);
    return rows[0]?.is_many ? TIMELINE : AUTHORS;
  });

export type FeedCardRow = CardRow & Pick<Cursor, 'micros'>;
type PageRow = PositionRow & (FeedCardRow | { id: null });

export interface FeedPage {
  position: FeedPosition | null;
  found: FeedCardRow[];
}

const valuesOf = (userId: number, { below, above, limit, offset }: FeedRange): unknown[] => [
  userId,
  below?.micros ?? null,
  below?.id ?? null,
  above.micros,
  above.id,
  limit,
  offset,
];

/** With the position of the reader. Falls back to reading author by author when the slice has too few rows. */
export async function findFeedPage(services: Services, userId: number, range: FeedRange, way?: Way): Promise<FeedPage> {
  const chosen = way ?? (await wayOf(services, userId));
  const { rows } = await services.pool.query<PageRow>({ ...chosen.page, values: valuesOf(userId, range) });
  const found: FeedCardRow[] = [];
  for (const row of rows) if (row.id !== null) found.push(row);
  if (chosen === TIMELINE && found.length < range.limit) return findFeedPage(services, userId, range, AUTHORS);
  return { position: rows[0] === undefined ? null : parseFeedPosition(rows[0]), found };
}

/** Counts the publications above a position, and those among them that the reader has seen on no device. */
export async function countAbove(
  services: Services,
  userId: number,
  above: Cursor,
  seen: Cursor = FEED_END,
  way?: Way,
): Promise<{ newer: number; fresh: number }> {
  const { count } = way ?? (await wayOf(services, userId));
  const range: FeedRange = { below: FEED_START, above, limit: NEWER_MAX, offset: 0 };
  const values = [...valuesOf(userId, range), seen.micros, seen.id];
  type CountRow = { is_short: boolean; newer: number; fresh: number };
  const [row] = (await services.pool.query<CountRow>({ ...count, values })).rows;
  if (row?.is_short) return countAbove(services, userId, above, seen, AUTHORS);
  return { newer: row?.newer ?? 0, fresh: row?.fresh ?? 0 };
}
