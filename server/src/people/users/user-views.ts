import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database, Db } from '../../platform/database/tables.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { type Presence, type PresenceRow, presenceColumns, toPresence } from '../presence/presence.public.ts';
import { NO_RELATIONSHIP, type Relationship } from '../relationships/relationship.public.ts';
import { type RelationshipRow, relationshipsSql, toRelationship } from '../relationships/relationships.public.ts';
import { findUser, selectUserDetails, selectUsers, type UserDetailsRow, type UserRow } from './users.queries.ts';

export interface UserView {
  relationship: Relationship;
  presence: Presence;
  friendsCount: number;
}

/** A user and what they are to the viewer; guests see no more than the user. */
export interface SeenUser<Row extends UserRow = UserRow> {
  row: Row;
  view?: UserView;
}

type Seen<Row> = Row & RelationshipRow & PresenceRow & { friends: number };

/** The users of an array of ids, in its order, with what they are to $1. */
function seen<Row>(
  users: SelectQueryBuilder<Database, 'users', Row>,
  ids: RawBuilder<unknown> = sql`$2::bigint[]`,
): RawBuilder<Seen<Row>> {
  const { common, columns, from } = relationshipsSql(sql`$1::bigint`, sql`ids from asked`);
  const isAsked = sql<number>`any ((select ids from asked)::bigint[])`;
  // Friends are counted by friends_newest alone.
  return sql`
    with asked as materialized (select ${ids} as ids), ${common}, people as (${users.where('users.id', '=', isAsked)}), views as (
      select ${columns}, ${presenceColumns(sql`p.id`)},
        (select count(*) from friends where user_id = p.id and not is_hidden) as friends
      ${from})
    select views.*, people.* from people join views on views.id = people.id
    order by array_position((select ids from asked), people.id)`;
}

const readSeenUser = compileOnce('find-seen-user', (db) => seen(selectUserDetails(db)));
const readSeenUsers = compileOnce('find-seen-users', (db) => seen(selectUsers(db)));

export async function findSeenUser(
  db: Db,
  { userId }: Pick<Viewer, 'userId'>,
  id: number,
): Promise<SeenUser<UserDetailsRow> | undefined> {
  if (userId === null) {
    const row = await findUser(db, id);
    return row && { row };
  }
  const [row] = await readSeenUser(db, [userId, [id]]);
  return row && { row, view: toView(row, userId) };
}

/** In the order of their ids; unknown users are missing. */
export async function findSeenUsers(
  db: Db,
  { userId }: Pick<SignedInViewer, 'userId'>,
  ids: readonly number[],
): Promise<SeenUser[]> {
  const rows = ids.length === 0 ? [] : await readSeenUsers(db, [userId, ids]);
  return rows.map((row) => ({ row, view: toView(row, userId) }));
}

/** Users whose ids are found in the same statement by a query that calls the viewer $1. */
export function seenUsersOf(name: string, ids: RawBuilder<unknown>) {
  const read = compileOnce(name, (db) => seen(selectUsers(db), sql`array(${ids})`));
  return async (db: Db, userId: number): Promise<SeenUser[]> =>
    (await read(db, [userId])).map((row) => ({ row, view: toView(row, userId) }));
}

function toView(row: Seen<UserRow>, userId: number): UserView {
  return {
    relationship: row.id === userId ? NO_RELATIONSHIP : toRelationship(row),
    presence: toPresence(row),
    friendsCount: row.friends,
  };
}
