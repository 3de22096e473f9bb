import { withdrawNotification } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { deleteFriendship, deleteRequest } from './friendship.queries.ts';
import { publishCircleEvent } from './publish-circle-event.ts';
import { withLockedPair } from './with-locked-pair.ts';

interface BlockState {
  blocked: 0 | 1;
}

export function blockPerson(services: Services, viewer: SignedInViewer, id: number): Promise<BlockState> {
  if (id === viewer.userId) throw new Failure('forbidden');
  return withLockedPair(services, viewer, id, async (tx, pair) => {
    if (!pair.isKnown(id)) throw new Failure('not_found');
    await tx
      .insertInto('blocks')
      .values({ user_id: viewer.userId, blocked_id: id, created_at: services.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await endRelationship(services, tx, viewer.userId, id);
    await emit(services, tx, { type: 'block.changed', userId: viewer.userId, otherId: id });
    return { blocked: 1 };
  });
}

async function endRelationship(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  const isUnfriended = await deleteFriendship(tx, oneId, otherId);
  if (isUnfriended) await emit(services, tx, { type: 'friendship.ended', userId: oneId, otherId });
  const removed = [isUnfriended];
  for (const [from, to] of [
    [oneId, otherId],
    [otherId, oneId],
  ] as const) {
    removed.push(await deleteRequest(tx, from, to));
    await withdrawNotification(tx, services, { userId: to, kind: 'friend_request', actorId: from });
  }
  await emit(services, tx, { type: 'relationship.ended', userId: oneId, otherId });
  // The blocked user only receives events about what ended, not about the block.
  if (removed.some(Boolean)) await publishCircleEvent(services, tx, oneId, otherId);
}

export function unblockPerson(services: Services, viewer: SignedInViewer, id: number): Promise<BlockState> {
  return withLockedPair(services, viewer, id, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('blocks')
      .where('user_id', '=', viewer.userId)
      .where('blocked_id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await emit(services, tx, { type: 'block.changed', userId: viewer.userId, otherId: id });
    return { blocked: 0 };
  });
}

export async function getBlock({ db }: Services, viewer: SignedInViewer, id: number): Promise<BlockState> {
  const row = await db
    .selectFrom('blocks')
    .select('user_id')
    .where('user_id', '=', viewer.userId)
    .where('blocked_id', '=', id)
    .executeTakeFirst();
  return { blocked: row === undefined ? 0 : 1 };
}
