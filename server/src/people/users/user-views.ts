import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type Presence, type PresenceRow, presenceColumns, toPresence } from '../presence/presence.public.ts';
import { NO_RELATIONSHIP, type Relationship } from '../relationships/relationship.public.ts';
import { findRelationships } from '../relationships/relationships.public.ts';

export interface UserView {
  relationship: Relationship;
  presence: Presence;
  friendsCount: number;
}

const NO_PRESENCE: Presence = { online: false, lastSeen: null };

/** Loads the views with a fixed number of queries for any number of users, none for guests. */
export async function loadUserViews(
  { db }: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<(id: number) => UserView | undefined> {
  if (viewer.userId === null || ids.length === 0) return () => undefined;
  const [relationships, { rows }] = await Promise.all([
    findRelationships(db, viewer, ids),
    // Friends are counted by friends_newest alone.
    sql<PresenceRow & { friends: number }>`-- named user-views
      select asked.id, ${presenceColumns(sql`asked.id`)},
        (select count(*) from friends where user_id = asked.id and not is_hidden) as friends
      from unnest((select ${ids}::bigint[])) as asked (id)`.execute(db),
  ]);
  const known = new Map(rows.map((row) => [row.id, { presence: toPresence(row), friendsCount: row.friends }]));
  return (id) => ({
    relationship: relationships.get(id) ?? NO_RELATIONSHIP,
    ...(known.get(id) ?? { presence: NO_PRESENCE, friendsCount: 0 }),
  });
}
