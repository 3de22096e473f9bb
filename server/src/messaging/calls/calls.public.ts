import { sql } from 'kysely';
import { isBlockedBetween } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { releaseCallFiles } from '../chat-files/chat-files.public.ts';
import { findEngagements } from './calls.queries.ts';
import { changeWithin } from './change-call.ts';

/**
 * Called when a block between two users changed: ends rings between them and a call of the two alone. The caller has
 * locked both users.
 */
export async function endCallsBetween(services: Services, tx: Tx, oneId: number, otherId: number): Promise<void> {
  if (!(await isBlockedBetween(tx, oneId, otherId))) return;
  const { rows } = await sql<{ room_id: string }>`
    select c.room_id from calls c
    join call_participants one on one.call_id = c.id and one.user_id = ${oneId}
    join call_participants other on other.call_id = c.id and other.user_id = ${otherId}
    where c.state <> 'ended' and (one.state in ('joined', 'ringing', 'visiting') and other.state in ('joined', 'ringing', 'visiting'))
    order by c.room_id`.execute(tx);
  for (const { room_id } of rows)
    await changeWithin(services, tx, room_id, { type: 'part', one: oneId, other: otherId });
}

export async function removeFromCalls(services: Services, tx: Tx, userId: number): Promise<void> {
  const { call, ring } = await findEngagements(tx, userId);
  for (const roomId of [call, ring])
    if (roomId !== undefined) await changeWithin(services, tx, roomId, { type: 'forget', user: userId });
}

export async function eraseCalls(tx: Tx, userId: number, services: Services): Promise<void> {
  await removeFromCalls(services, tx, userId);
  const messages = await tx.deleteFrom('call_messages').where('user_id', '=', userId).returning('id').execute();
  await releaseCallFiles(
    tx,
    messages.map(({ id }) => id),
  );
  await tx.updateTable('call_participants').set({ inviter_id: null }).where('inviter_id', '=', userId).execute();
  await tx.deleteFrom('call_participants').where('user_id', '=', userId).execute();
  await tx.updateTable('calls').set({ starter_id: null }).where('starter_id', '=', userId).execute();
  await sql`
    delete from calls c where c.state = 'ended' and c.starter_id is null
      and not exists (select from call_participants p where p.call_id = c.id)`.execute(tx);
}
