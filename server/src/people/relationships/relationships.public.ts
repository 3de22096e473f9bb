import type { Audience, ContactAudience } from '@app/contract/people/privacy';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isWithinAudience, NO_RELATIONSHIP, type Relationship } from './relationship.public.ts';

export interface RelationshipRow {
  id: number;
  is_friend: boolean;
  is_relative: boolean;
  asked: boolean;
  asks: boolean;
  is_blocked: boolean;
  has_blocked: boolean;
  muted_until: Date | number | null;
  mutual: number;
}

/**
 * Loads the relationships of the viewer with these people; guests and the viewer have none. One query for any number of
 * people, by primary keys.
 */
export async function findRelationships(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, Relationship>> {
  const mine = viewer.userId;
  const others = [...new Set(ids)].filter((id) => id !== mine);
  if (mine === null || others.length === 0) return new Map();
  const { common, columns, from } = relationshipsSql(sql`${mine}::bigint`, sql`${others}::bigint[]`);
  const { rows } = await sql<RelationshipRow>`-- named relationships
    with ${common} select ${columns} ${from}`.execute(db);
  return new Map(rows.map((row) => [row.id, toRelationship(row)]));
}

/**
 * Parts of a statement that reads the relationships of one person with others, `p.id`. The friends in common are counted
 * apart, so that the planner joins them to nothing else, and the number of people is hidden from it, so that it plans
 * once.
 */
export function relationshipsSql(
  mine: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
): Record<'common' | 'columns' | 'from', RawBuilder<unknown>> {
  const asked = sql`(select ${others})`;
  return {
    common: sql`common as materialized (
      select theirs.user_id as id, count(*) as count
      from friends mine join friends theirs on theirs.friend_id = mine.friend_id
      where mine.user_id = ${mine} and not mine.is_hidden
        and theirs.user_id = any(${asked}::bigint[]) and theirs.user_id <> ${mine} and not theirs.is_hidden
      group by theirs.user_id
    )`,
    columns: sql`p.id, f.friend_id is not null as is_friend, coalesce(f.is_relative, false) as is_relative,
      o.to_id is not null as asked, i.from_id is not null as asks, b.blocked_id is not null as is_blocked,
      t.user_id is not null as has_blocked, m.until as muted_until, coalesce(common.count, 0) as mutual`,
    from: sql`from unnest(${asked}) p (id)
    left join friends f on f.user_id = ${mine} and f.friend_id = p.id
    left join friend_requests o on o.from_id = ${mine} and o.to_id = p.id
    left join friend_requests i on i.from_id = p.id and i.to_id = ${mine} and i.hidden_at is null
    left join blocks b on b.user_id = ${mine} and b.blocked_id = p.id
    left join blocks t on t.user_id = p.id and t.blocked_id = ${mine}
    left join mutes m on m.user_id = ${mine} and m.muted_id = p.id and m.until > now()
    left join common on common.id = p.id`,
  };
}

export function toRelationship(row: RelationshipRow): Relationship {
  const direction = row.is_friend ? null : row.asks ? 'in' : row.asked ? 'out' : null;
  return {
    friendship: row.is_friend ? 'friend' : direction === null ? '' : 'request',
    direction,
    isRelative: row.is_relative,
    isBlocked: row.is_blocked,
    hasBlocked: row.has_blocked,
    mutedUntil: row.muted_until instanceof Date || row.muted_until === null ? row.muted_until : 'forever',
    mutual: row.mutual,
  };
}

export type ContactAction = 'write' | 'call' | 'comment' | 'request' | 'phone';

const AUDIENCE_COLUMNS: Readonly<Record<ContactAction, RawBuilder<ContactAudience>>> = {
  write: sql`u.may_write`,
  call: sql`u.may_call`,
  comment: sql`u.may_comment`,
  request: sql`'all'`,
  phone: sql`u.see_phone`,
};

/**
 * Whether one user may contact another: privacy settings, friendship, and blocks of either side. The single check for
 * chat, calls, comments and requests. False for deleted users and for oneself.
 */
export async function mayContact(db: Db, actorId: number, targetId: number, action: ContactAction): Promise<boolean> {
  if (actorId === targetId) return false;
  const { rows } = await sql<{ reach: ContactAudience; is_friend: boolean; is_blocked: boolean }>`
    select ${AUDIENCE_COLUMNS[action]} as reach, ${isFriend(sql`u.id`, sql`${actorId}`)} as is_friend,
      ${isBlockBetween(sql`u.id`, sql`${actorId}`)} as is_blocked
    from users u where u.id = ${targetId} and u.status = 'active' and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  return isWithinContactAudience(row.reach, {
    ...NO_RELATIONSHIP,
    friendship: row.is_friend ? 'friend' : '',
    isBlocked: row.is_blocked,
  });
}

export async function isBlockedBetween(db: Db, oneId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql<{ is_blocked: boolean }>`
    select ${isBlockBetween(sql`${oneId}::bigint`, sql`${otherId}::bigint`)} as is_blocked`.execute(db);
  return rows[0]?.is_blocked === true;
}

/** SQL condition over columns of the caller's query: one of the two blocked the other. */
export function isBlockBetween(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from blocks where blocks.user_id = ${one} and blocks.blocked_id = ${other})
    or exists (select from blocks where blocks.user_id = ${other} and blocks.blocked_id = ${one}))`;
}

export function isFriend(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from friends where friends.user_id = ${one} and friends.friend_id = ${other})`;
}

/** Returns those of these people with a block in either direction. */
export async function findBlocked(db: Db, userId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select user_id as id from blocks where blocked_id = ${userId} and user_id = any(${ids}::bigint[])
    union select blocked_id from blocks where user_id = ${userId} and blocked_id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns those of these people who muted `mutedId` and therefore get no notifications about that person. */
export async function findMuters(db: Db, mutedId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ user_id: number }>`
    select user_id from mutes
    where muted_id = ${mutedId} and user_id = any(${ids}::bigint[]) and until > now()`.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** SQL condition over columns of the caller's query: `reader` muted `actor`, or one blocked the other. */
export function isMutedOrBlocked(reader: RawBuilder<unknown>, actor: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${isBlockBetween(reader, actor)} or exists (
    select from mutes where mutes.user_id = ${reader} and mutes.muted_id = ${actor} and mutes.until > now()))`;
}

/** The same for whoever reads; guests muted and blocked nobody. */
export const isMutedOrBlockedFor = (
  { userId }: { userId: number | null },
  actor: RawBuilder<unknown>,
): RawBuilder<boolean> => (userId === null ? sql<boolean>`false` : isMutedOrBlocked(sql`${userId}::bigint`, actor));

/**
 * Returns those of these people who get no notifications about `actorId`: they muted that person, or there is a block
 * in either direction.
 */
export async function findMutedOrBlocked(db: Db, actorId: number, ids: readonly number[]): Promise<Set<number>> {
  // Sequential, because a transaction has one connection.
  const muters = await findMuters(db, actorId, ids);
  return new Set([...muters, ...(await findBlocked(db, actorId, ids))]);
}

/**
 * SQL condition over columns of the caller's query: `viewer` may view content of `owner` with `audience`. Content that
 * is not visible is treated as missing; staff see no more than others.
 */
export function visibleTo(
  viewer: Pick<Viewer, 'userId'>,
  owner: RawBuilder<unknown>,
  audience: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (viewer.userId === null) return sql<boolean>`(${audience} = 'all')`;
  return visibleToReader(sql`${viewer.userId}::bigint`, owner, audience);
}

/** As {@link visibleTo}, for a viewer given as a column of the caller's query. */
export function visibleToReader(
  mine: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  audience: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${owner} = ${mine} or (${audience} <> 'me' and not ${isBlockBetween(owner, mine)} and (${audience} = 'all'
    or exists (select from friends where friends.user_id = ${owner} and friends.friend_id = ${mine}
      and (${audience} = 'friends' or (${audience} = 'fams' and friends.is_relative))))))`;
}

export async function isInAudience(db: Db, viewer: Viewer, ownerId: number, audience: Audience): Promise<boolean> {
  const { rows } = await sql<{ is_visible: boolean }>`
    select ${visibleTo(viewer, sql`${ownerId}::bigint`, sql`${audience}::text`)} as is_visible`.execute(db);
  return rows[0]?.is_visible === true;
}

export const isWithinContactAudience = (audience: ContactAudience, relationship: Relationship): boolean =>
  isWithinAudience(audience, relationship);
