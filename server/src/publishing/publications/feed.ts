import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { FEED_PAGE_SIZE, type publicationsApi } from '@app/contract/publishing/publications';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Cursor, encodeCursor, FEED_END, FEED_START, isAbove, parseCursor } from './cursor.ts';
import { type FeedPosition, findFeedPosition } from './feed-position.ts';
import { type CardRow, PUBLICATION_CARD_COLUMNS, presentPublicationRows } from './present-publications.ts';

type Feed = ResponseOf<typeof publicationsApi.feed>;

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

interface Range {
  below: Cursor;
  above: Cursor;
  limit: number;
  offset: number;
}

const MICROS = '(extract(epoch from p.published_at) * 1000000)::bigint as micros';
const TOP_DOWN = 'order by p.published_at desc, p.id desc';
const momentAt = (micros: string): string => `(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;

const WITHIN = `p.is_public and (p.published_at, p.id) < (${momentAt('(select $2::bigint)')}, (select $3::bigint))
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
 * reader, `$2` and `$3` the upper position, `$4` and `$5` the lower position, `$6` limit, `$7` offset, `$8` force author
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

const PAGE = `
  with ${foundWithin(SLICE)}
  select me.is_many, card.*
  from me left join lateral (
    select ${MICROS}, ${PUBLICATION_CARD_COLUMNS.columns('(select $1::bigint)')}
    from found join publications p on p.id = found.id and p.deleted_at is null ${PUBLICATION_CARD_COLUMNS.joins}
  ) card on true
  order by card.published_at desc, card.id desc`;

/**
 * When enough rows were found or the slice covers everything between the positions, authors are not queried one by one.
 * The size of the slice is checked only when too few rows were found.
 */
const COUNT = `
  with ${foundWithin(NEWER_SLICE)}
  select me.is_many and (select count(*) from found) < (select $6::int)
      and (select count(*) from (select from publications p where ${WITHIN} limit ${NEWER_SLICE}) s) = ${NEWER_SLICE} as is_many,
    (select count(*) from found) as newer,
    (select count(*) from found where (published_at, id) > (${momentAt('(select $9::bigint)')}, (select $10::bigint))) as fresh
  from me`;

type FeedCardRow = CardRow & Pick<Cursor, 'micros'>;
type PageRow = { is_many: boolean } & (FeedCardRow | { id: null });

export async function getFeed(
  services: Services,
  viewer: SignedInViewer,
  ofId: number,
  { after, before, from, page, size }: QueryOf<typeof publicationsApi.feed>,
): Promise<Feed> {
  if (ofId !== viewer.userId) throw new Failure('forbidden');
  const position = await findFeedPosition(services, viewer.userId);
  const opening =
    after === undefined && from === 'mark' ? await findOpening(services, viewer.userId, position, size) : null;
  const below = after === undefined ? FEED_START : parseCursor(after);
  const offset = after === undefined ? (page - 1) * size : 0;
  const above = before === undefined ? FEED_END : parseCursor(before);
  const found = opening?.found ?? (await findPage(services, viewer.userId, { below, above, limit: size + 1, offset }));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const isTop = before !== undefined || (after === undefined && offset === 0 && opening === null);
  const none = { newer: 0, fresh: 0 };
  const [list, counts] = await Promise.all([
    presentPublicationRows(services, viewer, shown),
    isTop ? none : (opening ?? countAbove(services, viewer.userId, shown[0] ?? below, position?.seen)),
  ]);
  return {
    list,
    total: offset + found.length,
    next: found.length > size && last !== undefined ? encodeCursor(last) : null,
    cursors: shown.map(encodeCursor),
    mark: position && encodeCursor(position.mark),
    border: opening?.border ? encodeCursor(opening.border) : null,
    newer: counts.newer,
    fresh: counts.fresh,
  };
}

interface Opening {
  found: FeedCardRow[];
  /** Where the reader stopped; null when nothing is unread. */
  border: Cursor | null;
  newer: number;
  fresh: number;
}

/**
 * Finds the page at which the feed reopens: where the reader stopped, if something below is unread; otherwise below the
 * publications that came since; otherwise the top. A page that would be shorter than the feed's own opens at the top.
 */
async function findOpening(
  services: Services,
  userId: number,
  position: FeedPosition | null,
  size: number,
): Promise<Opening | null> {
  if (position === null) return null;
  const { mark, seen, caughtUp } = position;
  const pageAt = ({ micros, id }: Cursor): Promise<FeedCardRow[]> =>
    findPage(services, userId, { below: { micros, id: id + 1 }, above: FEED_END, limit: size + 1, offset: 0 });
  const isLong = (found: readonly FeedCardRow[]): boolean => found.length >= Math.min(size, FEED_PAGE_SIZE);
  let border = caughtUp ?? seen;
  if (caughtUp === null || isAbove(mark, caughtUp)) {
    const found = await pageAt(mark);
    const unread = found.find((row) => isAbove(mark, row));
    if (unread !== undefined && (caughtUp === null || isAbove(unread, caughtUp))) {
      if (isLong(found))
        return { found, border: mark, ...(await countAbove(services, userId, found[0] ?? mark, seen)) };
    }
    border = seen;
  }
  const found = await pageAt(border);
  const counts = await countAbove(services, userId, found[0] ?? border, seen);
  if (counts.newer === 0) return null;
  if (isLong(found)) return { found, border, ...counts };
  const top = await findPage(services, userId, { below: FEED_START, above: FEED_END, limit: size + 1, offset: 0 });
  return { found: top, border, newer: 0, fresh: 0 };
}

const valuesOf = (userId: number, { below, above, limit, offset }: Range, isByPeople: boolean): unknown[] => [
  userId,
  below.micros,
  below.id,
  above.micros,
  above.id,
  limit,
  offset,
  isByPeople,
];

/** Falls back to querying author by author when the slice has too few rows. */
async function findPage(services: Services, userId: number, range: Range, isByPeople = false): Promise<FeedCardRow[]> {
  const query = { name: 'feed-page', text: PAGE, values: valuesOf(userId, range, isByPeople) };
  const { rows } = await services.pool.query<PageRow>(query);
  const found: FeedCardRow[] = [];
  for (const row of rows) if (row.id !== null) found.push(row);
  if (rows[0]?.is_many && found.length < range.limit) return findPage(services, userId, range, true);
  return found;
}

/** Counts the publications above a position, and those among them that the reader has seen on no device. */
async function countAbove(
  services: Services,
  userId: number,
  above: Cursor,
  seen: Cursor = FEED_END,
  isByPeople = false,
): Promise<{ newer: number; fresh: number }> {
  const range: Range = { below: FEED_START, above, limit: NEWER_MAX, offset: 0 };
  const values = [...valuesOf(userId, range, isByPeople), seen.micros, seen.id];
  const query = { name: 'feed-newer', text: COUNT, values };
  const [row] = (await services.pool.query<{ is_many: boolean; newer: number; fresh: number }>(query)).rows;
  if (row?.is_many) return countAbove(services, userId, above, seen, true);
  return { newer: row?.newer ?? 0, fresh: row?.fresh ?? 0 };
}
