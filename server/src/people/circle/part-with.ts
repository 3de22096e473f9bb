import type { Standing } from '@app/contract/people/circle';
import { withdrawNotice } from '../../notifications/notifications/notifications.public.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { betweenTwo } from './between-two.ts';
import { deleteRequest, readStanding, unfriend } from './friendship.queries.ts';
import { tellCircle } from './tell-circle.ts';

/** End a friendship, or take an own request back; where there is neither, nothing changes. */
export function partWith(services: Services, viewer: SignedInViewer, id: number): Promise<Standing> {
  return betweenTwo(services, viewer, id, async (tx, pair) => {
    if (!pair.isKnown(id)) throw new Failure('not_found');
    const isOver = await unfriend(tx, viewer.userId, id);
    const isTakenBack = await deleteRequest(tx, viewer.userId, id);
    if (isTakenBack) await withdrawNotice(tx, services, { userId: id, kind: 'friend_request', actorId: viewer.userId });
    if (isOver || isTakenBack) await tellCircle(services, tx, viewer.userId, id);
    return readStanding(tx, viewer, id);
  });
}
