import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Cursor, cursorTimestamp, encodeCursor, FEED_END, FEED_START, parseCursor } from './cursor.ts';
import { type CardRow, PUBLICATION_CARD_COLUMNS, presentPublicationRows } from './present-publications.ts';

type Feed = ResponseOf<typeof publicationsApi.feed>;

/** Up to this number of authors, reading each author's newest costs less than skipping other publications. */
const FEW = 100;
/** How many publications of the timeline are scanned for those of followed authors; measured with one million rows. */
const SLICE = 1500;
const NEWER_MAX = 100;
/**
 * Publications scanned for counting: querying authors one by one for a hundred rows costs ten times as much as scanning
 * on.
 */
const NEWER_SLICE = 3 * SLICE;

interface Range {
  /** Rows below this position, or instead from the reader's saved position down. */
  below: Cursor;
  isFromMark: boolean;
  above: Cursor;
  limit: number;
  offset: number;
}

const MICROS = '(extract(epoch from p.published_at) * 1000000)::bigint as micros';
const TOP_DOWN = 'order by p.published_at desc, p.id desc';
const momentAt = (micros: string): string => `(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`;

const WITHIN = `p.is_public and (p.published_at, p.id) < ((select at from place), (select id from place))
  and (p.published_at, p.id) > (${momentAt('$5::bigint')}, $6::bigint)`;

/** Friends may see publications for friends or relatives. A block removes friendship and following. */
const IS_OPEN = `(p.audience = 'all' or (p.audience <> 'me' and exists (
  select from friends f where f.user_id = p.user_id and f.friend_id = $1::bigint and (p.audience = 'friends' or f.is_relative) offset 0)))`;

const isHiddenAuthor = (person: string): string => `(
  exists (select from mutes m where m.user_id = $1::bigint and m.muted_id = ${person} and m.until > now() offset 0)
  or exists (select from blocks b where b.user_id = $1::bigint and b.blocked_id = ${person} offset 0)
  or exists (select from blocks b where b.user_id = ${person} and b.blocked_id = $1::bigint offset 0))`;

/**
 * Finds the rows of one page by the cheaper of two ways: scanning the timeline (publications_timeline, read lazily) for
 * readers of many authors, or author by author (publications_author). Nothing is ranked or precomputed. `$1` the
 * reader, `$2` and `$3` the upper position, `$4` use the saved position instead, `$5` and `$6` the lower position, `$7`
 * limit, `$8` offset, `$9` force author by author. `offset 0` makes the planner look up each author lazily instead of
 * reading all followed users into a table first.
 */
const foundWithin = (slice: number): string => `
  me as materialized (
    select m.published_at as mark_at, m.publish_id as mark_id, not $9::boolean
      and (select count(*) from (select from followers where follower_id = $1::bigint limit ${FEW + 1}) f)
        + (select count(*) from (select from friends where user_id = $1::bigint limit ${FEW + 1}) f) > ${FEW} as is_many
    from (select) one left join feed_positions m on m.user_id = $1::bigint
  ), place as materialized (
    select case when $4::boolean and mark_at is not null then mark_at else ${momentAt('$2::bigint')} end as at,
      case when $4::boolean and mark_at is not null then mark_id + 1 else $3::bigint end as id
    from me
  ), people as materialized (
    select person.id from (
      select person_id as id from followers where follower_id = $1::bigint
      union select friend_id from friends where user_id = $1::bigint
    ) person
    where not ${isHiddenAuthor('person.id')}
  ), found as materialized (
    (select p.id, p.published_at from (
      select p.* from (
        select p.id, p.user_id, p.audience, p.published_at from publications p where ${WITHIN} ${TOP_DOWN} limit ${slice}
      ) p
      where exists (select from followers f where f.follower_id = $1::bigint and f.person_id = p.user_id offset 0)
        or exists (select from friends f where f.user_id = $1::bigint and f.friend_id = p.user_id offset 0)
      ${TOP_DOWN} offset 0
    ) p
    where (select is_many from me) and p.user_id <> $1::bigint and not ${isHiddenAuthor('p.user_id')} and ${IS_OPEN}
    ${TOP_DOWN} limit $7::int offset $8::int)
    union all
    (select p.id, p.published_at from people cross join lateral (
      select p.id, p.published_at from publications p
      where p.user_id = people.id and ${WITHIN} and ${IS_OPEN} ${TOP_DOWN} limit $7::int + $8::int
    ) p
    where not (select is_many from me)
    ${TOP_DOWN} limit $7::int offset $8::int)
  )`;

const PAGE = `
  with ${foundWithin(SLICE)}
  select me.is_many, (extract(epoch from me.mark_at) * 1000000)::bigint as mark_micros, me.mark_id, card.*
  from me left join lateral (
    select ${MICROS}, ${PUBLICATION_CARD_COLUMNS.columns('$1::bigint')}
    from found join publications p on p.id = found.id and p.deleted_at is null ${PUBLICATION_CARD_COLUMNS.joins}
  ) card on true
  order by card.published_at desc, card.id desc`;

/**
 * When enough rows were found or the slice covers everything between the positions, authors are not queried one by one.
 * The size of the slice is checked only when too few rows were found.
 */
const COUNT = `
  with ${foundWithin(NEWER_SLICE)}
  select me.is_many and (select count(*) from found) < $7::int
      and (select count(*) from (select from publications p where ${WITHIN} limit ${NEWER_SLICE}) s) = ${NEWER_SLICE} as is_many,
    (select count(*) from found) as count
  from me`;

interface Reader {
  is_many: boolean;
  mark_micros: number | null;
  mark_id: number | null;
}
type FeedCardRow = CardRow & Pick<Cursor, 'micros'>;
type PageRow = Reader & (FeedCardRow | { id: null });

export async function getFeed(
  services: Services,
  viewer: SignedInViewer,
  ofId: number,
  { after, before, from, page, size }: QueryOf<typeof publicationsApi.feed>,
): Promise<Feed> {
  if (ofId !== viewer.userId) throw new Failure('forbidden');
  const below = after === undefined ? FEED_START : parseCursor(after);
  const offset = after === undefined ? (page - 1) * size : 0;
  const { found, mark } = await findPage(services, viewer.userId, {
    below,
    isFromMark: after === undefined && from === 'mark',
    above: before === undefined ? FEED_END : parseCursor(before),
    limit: size + 1,
    offset,
  });
  const isFromMark = after === undefined && from === 'mark' && mark !== null;
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const isTop = before !== undefined || (after === undefined && !isFromMark && offset === 0);
  const first = shown.at(0) ?? (isFromMark ? mark : below);
  const [list, newer] = await Promise.all([
    presentPublicationRows(services, viewer, shown),
    isTop ? 0 : countAbove(services, viewer.userId, first),
  ]);
  return {
    list,
    total: offset + found.length,
    next: found.length > size && last !== undefined ? encodeCursor(last) : null,
    cursors: shown.map(encodeCursor),
    mark: mark && encodeCursor(mark),
    newer,
  };
}

const valuesOf = (
  userId: number,
  { below, isFromMark, above, limit, offset }: Range,
  isByPeople: boolean,
): unknown[] => [userId, below.micros, below.id, isFromMark, above.micros, above.id, limit, offset, isByPeople];

/** Falls back to querying author by author when the slice has too few rows. */
async function findPage(
  services: Services,
  userId: number,
  range: Range,
  isByPeople = false,
): Promise<{ found: FeedCardRow[]; mark: Cursor | null }> {
  const query = { name: 'feed-page', text: PAGE, values: valuesOf(userId, range, isByPeople) };
  const { rows } = await services.pool.query<PageRow>(query);
  const found: (Reader & FeedCardRow)[] = [];
  for (const row of rows) if (row.id !== null) found.push(row);
  const [reader] = rows;
  if (reader?.is_many && found.length < range.limit) return findPage(services, userId, range, true);
  const hasMark = reader !== undefined && reader.mark_micros !== null && reader.mark_id !== null;
  return { found, mark: hasMark ? { micros: reader.mark_micros ?? 0, id: reader.mark_id ?? 0 } : null };
}

async function countAbove(services: Services, userId: number, above: Cursor, isByPeople = false): Promise<number> {
  const range: Range = { below: FEED_START, isFromMark: false, above, limit: NEWER_MAX, offset: 0 };
  const query = { name: 'feed-newer', text: COUNT, values: valuesOf(userId, range, isByPeople) };
  const [row] = (await services.pool.query<{ is_many: boolean; count: number }>(query)).rows;
  if (row?.is_many) return countAbove(services, userId, above, true);
  return row?.count ?? 0;
}

/** Saves the position at which the reader's other devices reopen the feed; the last write wins. */
export async function saveFeedPosition(
  { db, clock }: Services,
  viewer: SignedInViewer,
  text: string,
): Promise<{ mark: string }> {
  const position = parseCursor(text);
  await sql`
    insert into feed_positions (user_id, published_at, publish_id, marked_at)
    values (${viewer.userId}, ${cursorTimestamp(position)}, ${position.id}, ${clock()})
    on conflict (user_id) do update set published_at = excluded.published_at, publish_id = excluded.publish_id,
      marked_at = excluded.marked_at`.execute(db);
  return { mark: encodeCursor(position) };
}
