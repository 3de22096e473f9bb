import type { NotificationKind } from '@app/contract/notifications/notifications';
import type { Lang } from '@app/contract/platform/languages';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { listDomains } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Live } from '../../platform/live/live.ts';
import type { NumberedEvent } from '../../platform/live/user-events.queries.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { eraseDevices } from '../push/push.public.ts';
import { groupNotifications } from './group-notifications.ts';
import type { NotificationInput } from './notification-input.ts';
import { eraseSettings, findRecipients, isNotificationEnabled, isPushEnabled } from './notification-settings.ts';
import { claimKeys, deleteNotificationsOf, insertNotifications, removeActor } from './notifications.queries.ts';
import { pushNotifications } from './push-notifications.job.ts';

export type { NotificationInput as Notice } from './notification-input.ts';

/** Events of another domain on the user's own socket. */
export interface UserEvents {
  /** Schema of the rendered events, told apart by `type`. */
  schema: z.ZodType;
  isOwn(type: string): boolean;
  /** The first frame of every socket. */
  greet(services: Services, userId: number): Promise<object>;
  /** Renders events for the user's pages in these languages, by event number. */
  present(
    services: Services,
    userId: number,
    langs: readonly Lang[],
    events: readonly NumberedEvent[],
  ): Promise<ReadonlyMap<Lang, ReadonlyMap<number, object>>>;
}

declare module '../../platform/domain/domain.ts' {
  interface Domain {
    userEvents?: UserEvents;
    /** Returns those of these users who want no notifications about the actor. */
    findUnwilling?: (db: Db, actorId: number, userIds: readonly number[]) => Promise<ReadonlySet<number>>;
  }
}

interface NotifyServices {
  live: Live;
  clock: Clock;
  queue: Queue;
}

/** Creates a notification within the caller's transaction; it is published to the user's open pages on commit. */
export async function notify(tx: Tx | Db, services: NotifyServices, input: NotificationInput): Promise<void> {
  await notifyAll(tx, services, [input]);
}

/**
 * Creates many notifications with a fixed number of queries. Recipients who muted or blocked the actor, or switched the
 * topic off, are skipped.
 */
export async function notifyAll(
  tx: Tx | Db,
  services: NotifyServices,
  inputs: readonly NotificationInput[],
): Promise<void> {
  const { live, clock, queue } = services;
  // Sorted by recipient, so that concurrent transactions lock rows in the same order.
  const forOthers = inputs.filter(({ userId, actorId }) => userId !== actorId).sort((a, b) => a.userId - b.userId);
  if (forOthers.length === 0) return;
  const permitted = await excludeUnwilling(tx, forOthers);
  const recipients = await findRecipients(
    tx,
    permitted.map(({ userId }) => userId),
  );
  const enabled = permitted.filter(({ userId, kind }) => {
    const recipient = recipients.get(userId);
    return recipient !== undefined && isNotificationEnabled(recipient, kind);
  });
  const fresh = await excludeNotified(tx, enabled, clock());
  const rows = await insertNotifications(tx, groupNotifications(fresh), clock());
  await live.publishUserEvents(
    tx,
    rows.map(({ id, user_id }) => ({ userId: user_id, event: { type: 'notification', id } })),
  );
  const pushed = rows.filter(({ user_id, kind }) => {
    const recipient = recipients.get(user_id);
    return recipient?.has_devices && isPushEnabled(recipient, kind);
  });
  await queue.addAll(
    tx,
    pushNotifications,
    pushed.map(({ user_id, id, kind }) => ({ payload: { user_id, notification: { id, kind } } })),
  );
}

/** One query per actor; a batch usually has a single actor. */
async function excludeUnwilling(
  tx: Tx | Db,
  inputs: readonly NotificationInput[],
): Promise<readonly NotificationInput[]> {
  const unwilling = new Set<string>();
  for (const [actorId, about] of Map.groupBy(inputs, (input) => input.actorId)) {
    if (actorId === undefined) continue;
    const userIds = about.map(({ userId }) => userId);
    for (const { findUnwilling } of listDomains())
      for (const userId of (await findUnwilling?.(tx, actorId, userIds)) ?? []) unwilling.add(`${userId} ${actorId}`);
  }
  return inputs.filter(({ userId, actorId }) => !unwilling.has(`${userId} ${actorId}`));
}

async function excludeNotified(
  tx: Tx | Db,
  inputs: readonly NotificationInput[],
  now: Date,
): Promise<readonly NotificationInput[]> {
  const keyed = new Map<string, NotificationInput>();
  for (const input of inputs) {
    if (input.dedupe !== undefined) keyed.set(`${input.userId} ${input.dedupe}`, input);
  }
  const keys = [...keyed.values()].map(({ userId, dedupe = '' }) => ({ userId, key: dedupe }));
  keys.sort((a, b) => a.userId - b.userId || (a.key < b.key ? -1 : 1));
  const claimed = new Set((await claimKeys(tx, keys, now)).map(({ userId, key }) => `${userId} ${key}`));
  return inputs.filter(
    (input) =>
      input.dedupe === undefined ||
      (claimed.has(`${input.userId} ${input.dedupe}`) && keyed.get(`${input.userId} ${input.dedupe}`) === input),
  );
}

/**
 * Withdraws notifications about an actor, for example when a friend request is answered, cancelled or blocked. In
 * grouped notifications the other actors remain. Open pages are updated.
 */
export async function withdrawNotification(
  tx: Tx | Db,
  { live }: { live: Live },
  { userId, kind, actorId }: { userId: number; kind: NotificationKind; actorId: number },
): Promise<void> {
  const changed = await removeActor(tx, actorId, { userId, kind });
  if (changed.length > 0) await live.publishUserEvents(tx, changed.map(withdrawn));
}

/** Erases a user's notifications and the user's part in those of others, before the user's row is deleted. */
export async function eraseNotifications(tx: Tx, userId: number, { live }: { live: Live }): Promise<void> {
  await eraseDevices(tx, userId);
  await eraseSettings(tx, userId);
  await deleteNotificationsOf(tx, userId);
  await live.publishUserEvents(tx, (await removeActor(tx, userId)).map(withdrawn));
}

const withdrawn = (userId: number) => ({ userId, event: { type: 'withdrawn' } });
