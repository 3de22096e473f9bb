import { sql } from 'kysely';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { findPresence, type Presence } from '../presence/presence.public.ts';
import { type Bond, NO_BOND } from './bond.public.ts';

/** What a signed-in viewer learns of a person beyond the person's own row. */
export interface PersonView {
  bond: Bond;
  presence: Presence;
  friendsCount: number;
}

const UNSEEN: Presence = { online: false, lastSeen: null };

/** How these people look to the viewer: a fixed number of queries for any number of people, none for guests. */
export async function viewPeople(
  { db, findBonds }: Pick<Services, 'db' | 'findBonds'>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<(id: number) => PersonView | undefined> {
  if (viewer.userId === null || ids.length === 0) return () => undefined;
  const [bonds, presences, friends] = await Promise.all([
    findBonds(viewer, ids),
    findPresence(db, ids),
    // Served by friends_newest alone.
    sql<{ id: number; count: number }>`
      select user_id as id, count(*) as count from friends
      where user_id = any(${ids}::bigint[]) and not is_away group by user_id`.execute(db),
  ]);
  const counts = new Map(friends.rows.map(({ id, count }) => [id, count]));
  return (id) => ({
    bond: bonds.get(id) ?? NO_BOND,
    presence: presences.get(id) ?? UNSEEN,
    friendsCount: counts.get(id) ?? 0,
  });
}
