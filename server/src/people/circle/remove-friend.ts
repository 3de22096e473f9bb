import type { Friendship } from '@app/contract/people/circle';
import { withdrawNotification } from '../../notifications/notifications/notifications.public.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { deleteFriendship, deleteRequest, getFriendshipStatus } from './friendship.queries.ts';
import { publishCircleEvent } from './publish-circle-event.ts';
import { withLockedPair } from './with-locked-pair.ts';

export function removeFriend(services: Services, viewer: SignedInViewer, id: number): Promise<Friendship> {
  return withLockedPair(services, viewer, id, async (tx, pair) => {
    if (!pair.isKnown(id)) throw new Failure('not_found');
    const isUnfriended = await deleteFriendship(tx, viewer.userId, id);
    const isRequestCancelled = await deleteRequest(tx, viewer.userId, id);
    if (isUnfriended) await emit(services, tx, { type: 'friendship.ended', userId: viewer.userId, otherId: id });
    if (isRequestCancelled)
      await withdrawNotification(tx, services, { userId: id, kind: 'friend_request', actorId: viewer.userId });
    if (isUnfriended || isRequestCancelled) await publishCircleEvent(services, tx, viewer.userId, id);
    return getFriendshipStatus(tx, viewer, id);
  });
}
