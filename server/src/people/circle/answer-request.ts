import type { Standing } from '@app/contract/people/circle';
import { notify, withdrawNotice } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { betweenTwo } from './between-two.ts';
import { areFriends, befriend, hasRequest, putAwayRequest, readStanding } from './friendship.queries.ts';
import { tellCircle, tellOwnPages } from './tell-circle.ts';

/** Accept a person's request; again changes nothing. */
export function acceptRequest(services: Services, viewer: SignedInViewer, id: number): Promise<Standing> {
  return betweenTwo(services, viewer, id, async (tx, pair) => {
    if (!pair.isHere(id)) throw new Failure('not_found');
    if (await hasRequest(tx, id, viewer.userId)) await welcome(services, tx, viewer, id);
    else if (!(await areFriends(tx, viewer.userId, id))) throw new Failure('not_found');
    return readStanding(tx, viewer, id);
  });
}

/** Put a person's request away: it is shown and counted no more, and its sender is told nothing. Again changes nothing. */
export function hideRequest(services: Services, viewer: SignedInViewer, id: number): Promise<Standing> {
  return betweenTwo(services, viewer, id, async (tx) => {
    if (await putAwayRequest(tx, id, viewer.userId, services.clock())) {
      await withdrawNotice(tx, services, { userId: viewer.userId, kind: 'friend_request', actorId: id });
      await tellOwnPages(services, tx, viewer.userId, id);
    } else if (!(await hasRequest(tx, id, viewer.userId)) && !(await areFriends(tx, viewer.userId, id)))
      throw new Failure('not_found');
    return readStanding(tx, viewer, id);
  });
}

/** Make a friend of somebody who asked, and let them know. */
export async function welcome(services: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<void> {
  const now = services.clock();
  await befriend(tx, viewer.userId, id, now);
  await withdrawNotice(tx, services, { userId: viewer.userId, kind: 'friend_request', actorId: id });
  await notify(tx, services, {
    userId: id,
    kind: 'friend_accept',
    actorId: viewer.userId,
    link: `/user/${viewer.userId}`,
    values: {},
    dedupe: `friend_accept:${viewer.userId}:${now.toISOString().slice(0, 10)}`,
  });
  await services.noteFriends(tx, viewer.userId, id);
  await tellCircle(services, tx, viewer.userId, id);
}
