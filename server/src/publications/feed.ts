import type { QueryOf, ResponseOf } from '@app/contract/endpoint';
import type { publicationsApi } from '@app/contract/publications';
import { type RawBuilder, sql } from 'kysely';
import { isBlockBetween } from '../circle/circle.public.ts';
import { Failure } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { BOTTOM, type Cursor, isAbove, isBelow, MICROS, momentOf, readCursor, TOP, writeCursor } from './cursor.ts';
import { showPublications } from './show-publications.ts';

type Feed = ResponseOf<typeof publicationsApi.feed>;

/** Up to so many people, asking each for their newest costs less than reading past everybody else's. */
const FEW = 100;
/** How far down everybody's publications are read for those of the people one reads; measured at a million. */
const SLICE = 1500;
/** How many new ones are counted. */
const NEWER_MAX = 100;

interface Range {
  /** Only what stands below this. */
  below: Cursor;
  /** Only what stands above this. */
  above: Cursor;
  /** The place of `below` itself belongs to it. */
  isFrom: boolean;
  limit: number;
  offset: number;
}

/** What people one is subscribed to and friends publish, newest first: nothing is ranked, and nothing is prepared at publishing. */
export async function readFeed(
  services: Services,
  viewer: SignedInViewer,
  ofId: number,
  { after, before, from, page, size }: QueryOf<typeof publicationsApi.feed>,
): Promise<Feed> {
  if (ofId !== viewer.userId) throw new Failure('forbidden');
  const { mark, isMany } = await readReader(services, viewer.userId);
  const isFromMark = after === undefined && from === 'mark' && mark !== null;
  const below = isFromMark ? mark : after === undefined ? TOP : readCursor(after);
  const above = before === undefined ? BOTTOM : readCursor(before);
  const offset = after === undefined ? (page - 1) * size : 0;
  const range: Range = { below, above, isFrom: isFromMark, limit: size + 1, offset };
  const found = await findFeed(services, viewer, isMany, range);
  const shown = found.slice(0, size);
  const [first = below, last] = [shown.at(0), shown.at(-1)];
  const isTop = before !== undefined || (below === TOP && offset === 0);
  const [list, newer] = await Promise.all([
    showPublications(
      services,
      viewer,
      shown.map(({ id }) => id),
    ),
    isTop ? 0 : countAbove(services, viewer, isMany, first),
  ]);
  // What went between finding and showing is left out of both.
  const places = new Map(shown.map((place) => [place.id, writeCursor(place)]));
  return {
    list,
    total: offset + found.length,
    next: found.length > size && last !== undefined ? writeCursor(last) : null,
    cursors: list.map(({ publish_id }) => places.get(publish_id) ?? ''),
    mark: mark && writeCursor(mark),
    newer,
  };
}

async function countAbove(services: Services, viewer: SignedInViewer, isMany: boolean, place: Cursor): Promise<number> {
  const range: Range = { below: TOP, above: place, isFrom: false, limit: NEWER_MAX, offset: 0 };
  return (await findFeed(services, viewer, isMany, range)).length;
}

const READER = `
  select m.published_at is not null as has_mark, (extract(epoch from m.published_at) * 1000000)::bigint as micros, m.publish_id as id,
    (select count(*) from (select from followers where follower_id = $1::bigint limit ${FEW + 1}) f)
      + (select count(*) from (select from friends where user_id = $1::bigint limit ${FEW + 1}) f) as people
  from (select $1::bigint as user_id) me left join feed_marks m using (user_id)`;

/** Where the reader stopped, and whether they read many people. */
async function readReader({ pool }: Pick<Services, 'pool'>, userId: number) {
  const { rows } = await pool.query<Cursor & { has_mark: boolean; people: number }>({
    name: 'feed-reader',
    text: READER,
    values: [userId],
  });
  const [row] = rows;
  const mark = row?.has_mark ? { micros: row.micros, id: row.id } : null;
  return { mark, isMany: (row?.people ?? 0) > FEW };
}

/** Down everybody's publications where that is the shorter way; where it is not, from person to person. */
async function findFeed(
  services: Services,
  viewer: SignedInViewer,
  isMany: boolean,
  range: Range,
): Promise<readonly Cursor[]> {
  if (isMany) {
    const found = await ask(services, 'feed-slice', inSlice(viewer.userId, range));
    if (found.length === range.limit) return found;
  }
  return ask(services, 'feed-people', byPeople(viewer.userId, range));
}

/** Prepared once for each connection: the words of the statement are always the same. */
async function ask({ db, pool }: Services, name: string, statement: RawBuilder<Cursor>): Promise<Cursor[]> {
  const { sql: text, parameters } = statement.compile(db);
  const { rows } = await pool.query<Cursor>({ name, text, values: [...parameters] });
  return rows;
}

/** Between the two places. A cursor that belongs to its range is one that the range ends above. */
function within({ below, above, isFrom }: Range): RawBuilder<boolean> {
  const end = isFrom ? { micros: below.micros, id: below.id + 1 } : below;
  return sql<boolean>`(p.is_public and ${isBelow(end)} and ${isAbove(above)})`;
}

/** What the reader's friends keep to friends or relatives. Across a block nobody is a friend or follows: see `people`. */
const isOpenTo = (userId: number): RawBuilder<boolean> => sql<boolean>`(p.audience = 'all' or (p.audience <> 'me'
  and exists (select from friends f where f.user_id = p.user_id and f.friend_id = ${userId}::bigint
    and (p.audience = 'friends' or f.is_kith))))`;

/** Muted people do not stand in the feed, nor does anybody across a block. */
const isQuiet = (userId: number, personId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (exists (select from mutes m where m.user_id = ${userId}::bigint and m.muted_id = ${personId} and m.until > now())
    or ${isBlockBetween(personId, sql`${userId}::bigint`)})`;

/** Served by publications_timeline: read lazily, as far as the page needs. */
function inSlice(userId: number, range: Range): RawBuilder<Cursor> {
  return sql<Cursor>`
    select p.id, ${MICROS} as micros from (
      select p.id, p.user_id, p.audience, p.published_at from publications p where ${within(range)}
      order by p.published_at desc, p.id desc limit ${sql.lit(SLICE)}
    ) p
    where (exists (select from followers f where f.follower_id = ${userId}::bigint and f.person_id = p.user_id)
        or exists (select from friends f where f.user_id = ${userId}::bigint and f.friend_id = p.user_id))
      and p.user_id <> ${userId}::bigint and not ${isQuiet(userId, sql`p.user_id`)} and ${isOpenTo(userId)}
    order by p.published_at desc, p.id desc limit ${range.limit}::int offset ${range.offset}::int`;
}

/** Served by publications_author, once for each person. */
function byPeople(userId: number, range: Range): RawBuilder<Cursor> {
  return sql<Cursor>`
    with people as materialized (
      select person.id from (
        select person_id as id from followers where follower_id = ${userId}::bigint
        union select friend_id from friends where user_id = ${userId}::bigint
      ) person
      where not ${isQuiet(userId, sql`person.id`)}
    )
    select p.id, ${MICROS} as micros from people cross join lateral (
      select p.id, p.published_at from publications p
      where p.user_id = people.id and ${within(range)} and ${isOpenTo(userId)}
      order by p.published_at desc, p.id desc limit ${range.limit}::int + ${range.offset}::int
    ) p
    order by p.published_at desc, p.id desc limit ${range.limit}::int offset ${range.offset}::int`;
}

/** Where the reader is now; their other devices reopen there. The last word stands. */
export async function markFeed(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedInViewer,
  text: string,
): Promise<{ mark: string }> {
  const place = readCursor(text);
  await sql`
    insert into feed_marks (user_id, published_at, publish_id, marked_at)
    values (${viewer.userId}, ${momentOf(place)}, ${place.id}, ${clock()})
    on conflict (user_id) do update set published_at = excluded.published_at, publish_id = excluded.publish_id,
      marked_at = excluded.marked_at`.execute(db);
  return { mark: writeCursor(place) };
}
