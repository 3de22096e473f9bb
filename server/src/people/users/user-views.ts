import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findPresence, type Presence } from '../presence/presence.public.ts';
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
  const [relationships, presences, friends] = await Promise.all([
    findRelationships(db, viewer, ids),
    findPresence(db, ids),
    // Served by friends_newest alone.
    sql<{ id: number; count: number }>`
      select user_id as id, count(*) as count from friends
      where user_id = any(${ids}::bigint[]) and not is_hidden group by user_id`.execute(db),
  ]);
  const counts = new Map(friends.rows.map(({ id, count }) => [id, count]));
  return (id) => ({
    relationship: relationships.get(id) ?? NO_RELATIONSHIP,
    presence: presences.get(id) ?? NO_PRESENCE,
    friendsCount: counts.get(id) ?? 0,
  });
}
