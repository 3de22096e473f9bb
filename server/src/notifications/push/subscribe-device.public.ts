import { createPublicKey } from 'node:crypto';
import { PUSH_DEVICES_MAX, type pushApi } from '@app/contract/notifications/notifications';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countDevices } from './push.public.ts';
import { isPushService } from './push-services.ts';

type Subscription = Pick<BodyOf<typeof pushApi.subscribe>, 'endpoint' | 'keys'>;

/** Subscribes this browser while the viewer's session lasts. A browser belongs to the user who signed in last. */
export async function subscribeDevice(
  { db, clock, config }: Services,
  { userId, sessionId }: SignedInViewer,
  { endpoint, keys }: Subscription,
): Promise<{ devices: number }> {
  if (!isPushService(endpoint, config.push.services))
    throw new Failure('invalid_input', { fields: { endpoint: 'errors.field.invalid' } });
  if (!isPointOfCurve(keys.p256dh)) throw new Failure('invalid_input', { fields: { keys: 'errors.field.invalid' } });
  return db.transaction().execute(async (tx) => {
    // Serializes subscriptions of a user, so that their maximum number holds.
    await sql`select pg_advisory_xact_lock(hashtextextended('push-subscriptions', ${userId}))`.execute(tx);
    const device = { user_id: userId, session_id: sessionId, p256dh: keys.p256dh, auth: keys.auth };
    await tx
      .insertInto('push_subscriptions')
      .values({ ...device, endpoint, created_at: clock() })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...device, created_at: clock() }))
      .execute();
    await sql`delete from push_subscriptions where user_id = ${userId} and id not in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc limit ${PUSH_DEVICES_MAX}
    )`.execute(tx);
    return { devices: await countDevices(tx, userId) };
  });
}

export async function unsubscribeDevice(
  { db }: Services,
  { userId }: SignedInViewer,
  endpoint: string,
): Promise<{ devices: number }> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute();
  return { devices: await countDevices(db, userId) };
}

/** An invalid public key could never be used for encryption. */
function isPointOfCurve(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    return true;
  } catch {
    return false;
  }
}
