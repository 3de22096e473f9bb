import type { Friendship } from '@app/contract/people/circle';
import { notify, withdrawNotification } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  areFriends,
  getFriendshipStatus,
  hasRequest,
  insertFriendship,
  markRequestHidden,
} from './friendship.queries.ts';
import { publishCircleEvent, publishOwnCircleEvent } from './publish-circle-event.ts';
import { withLockedPair } from './with-locked-pair.ts';

export function acceptFriendRequest(services: Services, viewer: SignedInViewer, id: number): Promise<Friendship> {
  return withLockedPair(services, viewer, id, async (tx, pair) => {
    if (!pair.isActive(id)) throw new Failure('not_found');
    if (await hasRequest(tx, id, viewer.userId)) await acceptFriend(services, tx, viewer, id);
    else if (!(await areFriends(tx, viewer.userId, id))) throw new Failure('not_found');
    return getFriendshipStatus(tx, viewer, id);
  });
}

/** Hides a request: it is no longer listed or counted, and the sender is not notified. Idempotent. */
export function hideFriendRequest(services: Services, viewer: SignedInViewer, id: number): Promise<Friendship> {
  return withLockedPair(services, viewer, id, async (tx) => {
    if (await markRequestHidden(tx, id, viewer.userId, services.clock())) {
      await withdrawNotification(tx, services, { userId: viewer.userId, kind: 'friend_request', actorId: id });
      await publishOwnCircleEvent(services, tx, viewer.userId, id);
    } else if (!(await hasRequest(tx, id, viewer.userId)) && !(await areFriends(tx, viewer.userId, id)))
      throw new Failure('not_found');
    return getFriendshipStatus(tx, viewer, id);
  });
}

export async function acceptFriend(services: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<void> {
  const now = services.clock();
  await insertFriendship(tx, viewer.userId, id, now);
  await withdrawNotification(tx, services, { userId: viewer.userId, kind: 'friend_request', actorId: id });
  await notify(tx, services, {
    userId: id,
    kind: 'friend_accept',
    actorId: viewer.userId,
    link: `/user/${viewer.userId}`,
    values: {},
    dedupe: `friend_accept:${viewer.userId}:${now.toISOString().slice(0, 10)}`,
  });
  await emit(services, tx, { type: 'friendship.created', userId: viewer.userId, otherId: id });
  await publishCircleEvent(services, tx, viewer.userId, id);
}
