import type { PushMessage } from '@app/contract/notifications/notifications';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { deliverPush } from './deliver-push.job.ts';
import type { Urgency } from './push-payload.ts';

export interface Push {
  userId: number;
  message: PushMessage;
  urgency: Urgency;
  ttlSeconds: number;
  /** A newer push of the same topic replaces a waiting one. At most 32 characters: letters, digits, - and _. */
  topic: string;
}

/** Pushes to all devices of a user, within the caller's transaction; each device has its own job. */
export async function pushToDevices(tx: Db | Tx, { queue, clock }: Services, push: Push): Promise<void> {
  const { userId, ...rest } = push;
  const devices = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  await queue.addAll(
    tx,
    deliverPush,
    devices.map(({ id }) => ({ payload: { subscription_id: id, queued_at: clock().toISOString(), ...rest } })),
  );
}

export async function countDevices(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from push_subscriptions where user_id = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function eraseDevices(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}
