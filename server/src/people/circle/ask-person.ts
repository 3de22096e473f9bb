import { REQUESTS_SENT_MAX, type Standing } from '@app/contract/people/circle';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { welcome } from './answer-request.ts';
import { betweenTwo } from './between-two.ts';
import { isBlockedBetween } from './circle.public.ts';
import { areFriends, countSentRequests, hasRequest, insertRequest, readStanding } from './friendship.queries.ts';
import { tellCircle } from './tell-circle.ts';

/** Ask a person to be friends; again changes nothing. Requests that cross are a friendship. */
export function askPerson(services: Services, viewer: SignedInViewer, id: number): Promise<Standing> {
  if (id === viewer.userId) throw new Failure('own_friendship');
  return betweenTwo(services, viewer, id, async (tx, pair) => {
    if (!pair.isHere(id)) throw new Failure('not_found');
    if (await isBlockedBetween(tx, viewer.userId, id)) throw new Failure('blocked');
    // One that was put away counts, too: whoever put it away has just asked.
    if (await hasRequest(tx, id, viewer.userId)) await welcome(services, tx, viewer, id);
    else if (!(await areFriends(tx, viewer.userId, id))) await ask(services, tx, viewer, id);
    return readStanding(tx, viewer, id);
  });
}

async function ask(services: Services, tx: Tx, viewer: SignedInViewer, id: number): Promise<void> {
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
    // Taken back and sent again it rings once a day.
    dedupe: `friend_request:${viewer.userId}:${now.toISOString().slice(0, 10)}`,
  });
  await tellCircle(services, tx, viewer.userId, id);
}
