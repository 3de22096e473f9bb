import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Presence, type PresenceRow, presenceColumns, toPresence } from '../presence/presence.public.ts';
import { NO_RELATIONSHIP, type Relationship } from '../relationships/relationship.public.ts';
import { type RelationshipRow, relationshipsSql, toRelationship } from '../relationships/relationships.public.ts';

export interface UserView {
  relationship: Relationship;
  presence: Presence;
  friendsCount: number;
}

const NO_PRESENCE: Presence = { online: false, lastSeen: null };

/** Loads the views with one query for any number of users, none for guests. */
export async function loadUserViews(
  { db }: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<(id: number) => UserView | undefined> {
  const mine = viewer.userId;
  if (mine === null || ids.length === 0) return () => undefined;
  const { common, columns, from } = relationshipsSql(mine, ids);
  // Friends are counted by friends_newest alone.
  const { rows } = await sql<RelationshipRow & PresenceRow & { friends: number }>`-- named user-views
    with ${common} select ${columns}, ${presenceColumns(sql`p.id`)},
      (select count(*) from friends where user_id = p.id and not is_hidden) as friends
    ${from}`.execute(db);
  const views = new Map(
    rows.map((row) => [
      row.id,
      {
        relationship: row.id === mine ? NO_RELATIONSHIP : toRelationship(row),
        presence: toPresence(row),
        friendsCount: row.friends,
      },
    ]),
  );
  return (id) => views.get(id) ?? { relationship: NO_RELATIONSHIP, presence: NO_PRESENCE, friendsCount: 0 };
}
