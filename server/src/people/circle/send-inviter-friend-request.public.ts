import type { Services } from '../../platform/domain/services.ts';
import { isBlockedBetween } from '../relationships/relationships.public.ts';
import { areFriends, hasRequest, insertRequest } from './friendship.queries.ts';
import { lockPair } from './lock-pair.public.ts';
import { publishCircleEvent } from './publish-circle-event.ts';

/**
 * Sends the newcomer's friend request to the inviter. It is only a request, because anybody may name any inviter. Sends
 * no notification, since the inviter is notified of the registration anyway.
 */
export function sendInviterFriendRequest(services: Services, newcomerId: number, inviterId: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const pair = await lockPair(tx, newcomerId, inviterId);
    if (!pair.isActive(newcomerId) || !pair.isActive(inviterId)) return;
    if (await isBlockedBetween(tx, newcomerId, inviterId)) return;
    // If the inviter has already sent a request, it stays pending.
    if ((await areFriends(tx, newcomerId, inviterId)) || (await hasRequest(tx, inviterId, newcomerId))) return;
    if (await insertRequest(tx, newcomerId, inviterId, services.clock())) {
      await publishCircleEvent(services, tx, newcomerId, inviterId);
    }
  });
}
