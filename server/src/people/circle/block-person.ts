import { withdrawNotice } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { betweenTwo } from './between-two.ts';
import { deleteRequest, unfriend } from './friendship.queries.ts';
import { tellCircle } from './tell-circle.ts';

interface Blocked {
  blocked: 0 | 1;
}

/** Block a person: what there is between the two ends, in both directions. Again changes nothing. */
export function blockPerson(services: Services, viewer: SignedInViewer, id: number): Promise<Blocked> {
  if (id === viewer.userId) throw new Failure('forbidden');
  return betweenTwo(services, viewer, id, async (tx, pair) => {
    if (!pair.isKnown(id)) throw new Failure('not_found');
    await tx
      .insertInto('blocks')
      .values({ user_id: viewer.userId, blocked_id: id, created_at: services.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await endEverything(services, tx, viewer.userId, id);
    await services.noteBlock(tx, viewer.userId, id);
    return { blocked: 1 };
  });
}

async function endEverything(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  const ended = [await unfriend(tx, oneId, otherId)];
  for (const [from, to] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const) {
    ended.push(await deleteRequest(tx, from, to));
    await withdrawNotice(tx, services, { userId: to, kind: 'friend_request', actorId: from });
  }
  await services.endSubscriptions(tx, oneId, otherId);
  // Who is blocked is told of what ended, and of nothing else.
  if (ended.some(Boolean)) await tellCircle(services, tx, oneId, otherId);
}

export async function unblockPerson(
  services: Pick<Services, 'db' | 'noteBlock'>,
  viewer: SignedInViewer,
  id: number,
): Promise<Blocked> {
  await services.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('blocks')
      .where('user_id', '=', viewer.userId)
      .where('blocked_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await services.noteBlock(tx, viewer.userId, id);
  });
  return { blocked: 0 };
}

/** Whether the viewer blocked this person. */
export async function readBlock({ db }: Pick<Services, 'db'>, viewer: SignedInViewer, id: number): Promise<Blocked> {
  const row = await db
    .selectFrom('blocks')
    .select('user_id')
    .where('user_id', '=', viewer.userId)
    .where('blocked_id', '=', id)
    .executeTakeFirst();
  return { blocked: row === undefined ? 0 : 1 };
}
