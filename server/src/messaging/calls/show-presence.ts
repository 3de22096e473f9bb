import type { PersonPresence } from '@app/contract/people/presence';
import { findPresence } from '../../people/presence/presence.public.ts';
import { NO_BOND, reaches } from '../../people/users/bond.public.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';

type PresenceServices = Pick<Services, 'db' | 'findBonds'>;

/** Whom of these people this viewer may see being here. Everybody sees themselves. */
export async function findVisible(
  { db, findBonds }: PresenceServices,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const [people, bonds] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'see_online'])
      .where('id', 'in', ids)
      .where('status', '=', 'active')
      .where('deleted_at', 'is', null)
      .execute(),
    findBonds(viewer, ids),
  ]);
  return new Set(
    people
      .filter(({ id, see_online }) => id === viewer.userId || reaches(see_online, bonds.get(id) ?? NO_BOND))
      .map(({ id }) => id),
  );
}

/** Who of these people is here, in the order asked. Whoever does not show it looks like somebody who was never here. */
export async function showPresence(
  services: PresenceServices,
  viewer: Viewer,
  ids: readonly number[],
): Promise<PersonPresence[]> {
  const wanted = [...new Set(ids)];
  const visible = await findVisible(services, viewer, wanted);
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
