import type { Services } from '../../platform/services.ts';
import { isBlockedBetween } from './circle.public.ts';
import { areFriends, hasRequest, insertRequest } from './friendship.queries.ts';
import { lockPair } from './lock-pair.public.ts';
import { publishCircleEvent } from './publish-circle-event.ts';

/**
 * Send a newcomer's request to whoever invited them. Only a request: anybody may name anybody as their inviter, so it takes
 * the other side to make a friendship of it. It rings no bell of its own, the inviter hears of the newcomer anyway.
 */
export function sendInviterFriendRequest(services: Services, newcomerId: number, inviterId: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const pair = await lockPair(tx, newcomerId, inviterId);
    if (!pair.isActive(newcomerId) || !pair.isActive(inviterId)) return;
    if (await isBlockedBetween(tx, newcomerId, inviterId)) return;
    // Who asked the newcomer meanwhile waits for their answer.
    if ((await areFriends(tx, newcomerId, inviterId)) || (await hasRequest(tx, inviterId, newcomerId))) return;
    if (await insertRequest(tx, newcomerId, inviterId, services.clock())) {
      await publishCircleEvent(services, tx, newcomerId, inviterId);
    }
  });
}
