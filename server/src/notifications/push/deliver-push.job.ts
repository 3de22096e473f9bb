import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { PushPayload } from './push-payload.ts';
import { isPushService } from './push-services.ts';
import { findVapidKeys } from './vapid.public.ts';

/** About two minutes with the queue's growing pauses; the push service itself retries for sleeping devices. */
const MAX_ATTEMPTS = 5;
const TIMEOUT_MS = 10_000;

/** Delivers one push to the push service of one device. Idempotent: a repeated push replaces the first by its topic. */
export const deliverPush = defineJob({
  name: 'deliver-push',
  payload: PushPayload,
  maxAttempts: MAX_ATTEMPTS,
  run: async (services: Services, push) => {
    const { db, config, clock, log } = services;
    const device = await findDevice(db, push.subscription_id, clock());
    if (device === undefined) return;
    const ttl = push.ttlSeconds - Math.floor((clock().getTime() - Date.parse(push.queued_at)) / 1000);
    if (ttl < 0 || !isPushService(device.endpoint, config.push.services)) return;
    const status = await send(services, device, push, ttl);
    if (status === 404 || status === 410) {
      await db.deleteFrom('push_subscriptions').where('id', '=', device.id).execute();
    } else if (status === 429 || status >= 500) {
      throw new Error(`The push service answered ${status}`);
    } else if (status >= 300) {
      log.warn({ status, host: new URL(device.endpoint).hostname }, 'a push service rejected a push');
    }
  },
});

interface Device {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Only while the session that subscribed is alive. */
function findDevice(db: Db, id: number, now: Date): Promise<Device | undefined> {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.id', '=', id)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Encrypted for the device (RFC 8291) and signed with VAPID (RFC 8292). Redirects are not followed, because only the
 * original address was checked.
 */
async function send(
  services: Services,
  { endpoint, p256dh, auth }: Device,
  { message, urgency, topic }: z.output<typeof PushPayload>,
  ttl: number,
): Promise<number> {
  const { default: webPush } = await import('web-push');
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: await findVapidKeys(services), TTL: ttl, urgency, topic: sealTopic(topic, auth) },
  );
  const { 'Content-Length': _, ...given } = headers;
  const response = await fetch(endpoint, {
    method,
    headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.status;
}

/** Hashes the topic: the push service only compares topics and must not read them. */
function sealTopic(topic: string, auth: string): string {
  return createHash('sha256').update(`${auth} ${topic}`).digest('base64url').slice(0, 32);
}
