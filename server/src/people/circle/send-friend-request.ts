import { type Friendship, REQUESTS_SENT_MAX } from '@app/contract/people/circle';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isBlockedBetween } from '../relationships/relationships.public.ts';
import { acceptFriend } from './answer-friend-request.ts';
import { areFriends, countSentRequests, getFriendshipStatus, hasRequest, insertRequest } from './friendship.queries.ts';
import { publishCircleEvent } from './publish-circle-event.ts';
import { withLockedPair } from './with-locked-pair.ts';

/** Sends a friend request; idempotent. Crossed requests become a friendship. */
export function sendFriendRequest(services: Services, viewer: SignedInViewer, id: number): Promise<Friendship> {
  if (id === viewer.userId) throw new Failure('own_friendship');
  return withLockedPair(services, viewer, id, async (tx, pair) => {
    if (!pair.isActive(id)) throw new Failure('not_found');
    if (await isBlockedBetween(tx, viewer.userId, id)) throw new Failure('blocked');
    // A hidden request counts too, since the recipient now asks for the friendship.
    if (await hasRequest(tx, id, viewer.userId)) await acceptFriend(services, tx, viewer, id);
    else if (!(await areFriends(tx, viewer.userId, id))) await insertAndNotify(services, tx, viewer, id);
    return getFriendshipStatus(tx, viewer, id);
  });
}

async function insertAndNotify(services: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<void> {
  const now = services.clock();
  if (!(await insertRequest(tx, viewer.userId, id, now))) return;
  if ((await countSentRequests(tx, viewer.userId)) > REQUESTS_SENT_MAX)
    throw new Failure('friends_full', { text: 'errors.requests_full' });
  await notify(tx, services, {
    userId: id,
    kind: 'friend_request',
    actorId: viewer.userId,
    link: '/circle?tab=requests',
    values: {},
    // At most one notification a day, however often the request is withdrawn and sent again.
    dedupe: `friend_request:${viewer.userId}:${now.toISOString().slice(0, 10)}`,
  });
  await publishCircleEvent(services, tx, viewer.userId, id);
}
