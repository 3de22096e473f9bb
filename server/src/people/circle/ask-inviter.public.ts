import type { Services } from '../../platform/services.ts';
import { isBlockedBetween } from './circle.public.ts';
import { areFriends, hasRequest, insertRequest } from './friendship.queries.ts';
import { holdPair } from './hold-pair.public.ts';
import { tellCircle } from './tell-circle.ts';

/**
 * Send a newcomer's request to whoever invited them. Only a request: anybody may name anybody as their inviter, so it takes
 * the other side to make a friendship of it. It rings no bell of its own, the inviter hears of the newcomer anyway.
 */
export function askInviter(services: Services, newcomerId: number, inviterId: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const pair = await holdPair(tx, newcomerId, inviterId);
    if (!pair.isHere(newcomerId) || !pair.isHere(inviterId)) return;
    if (await isBlockedBetween(tx, newcomerId, inviterId)) return;
    // Who asked the newcomer meanwhile waits for their answer.
    if ((await areFriends(tx, newcomerId, inviterId)) || (await hasRequest(tx, inviterId, newcomerId))) return;
    if (await insertRequest(tx, newcomerId, inviterId, services.clock())) {
      await tellCircle(services, tx, newcomerId, inviterId);
    }
  });
}
