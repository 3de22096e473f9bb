import type { UserPresence } from '@app/contract/people/presence';
import { findPresence } from '../../people/presence/presence.public.ts';
import { isWithinAudience, NO_RELATIONSHIP } from '../../people/relationships/relationship.public.ts';
import { findRelationships } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export async function findVisibleUserIds(
  { db }: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const [people, relationships] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'see_online'])
      .where('id', 'in', ids)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .execute(),
    findRelationships(db, viewer, ids),
  ]);
  return new Set(
    people
      .filter(
        ({ id, see_online }) =>
          id === viewer.userId || isWithinAudience(see_online, relationships.get(id) ?? NO_RELATIONSHIP),
      )
      .map(({ id }) => id),
  );
}

/** Lists who is online, in the order requested. A user who hides their presence looks like one who was never online. */
export async function listPresence(
  services: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<UserPresence[]> {
  const wanted = [...new Set(ids)];
  const visible = await findVisibleUserIds(services, viewer, wanted);
  const found = await findPresence(services.db, [...visible]);
  return wanted.map((id) => {
    const presence = found.get(id);
    return {
      user_id: id,
      online: presence?.online ? 1 : 0,
      last_seen: presence?.lastSeen?.toISOString() ?? null,
    };
  });
}
