import type { NotificationKind } from '@app/contract/notifications/notifications';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { forgetDevices } from '../push/push.public.ts';
import { gatherNotices } from './gather-notices.ts';
import type { Notice } from './notice.ts';
import { findListeners, forgetSettings, isPushed, isTold } from './notification-settings.ts';
import { claimKeys, deleteNotificationsOf, insertNotifications, takeActorOut } from './notifications.queries.ts';
import { ringDevices } from './ring-devices.job.ts';

export type { Notice } from './notice.ts';

interface NotifyServices extends Pick<Services, 'findSilenced'> {
  live: Live;
  clock: Clock;
  queue: Queue;
}

/** Ring one bell within the caller's transaction; the person's open pages hear of it when that commits. */
export async function notify(tx: Tx | Db, services: NotifyServices, notice: Notice): Promise<void> {
  await notifyAll(tx, services, [notice]);
}

/** Ring many bells with a fixed number of queries. Whoever muted or blocked the actor, or switched the topic off, is not told. */
export async function notifyAll(tx: Tx | Db, services: NotifyServices, notices: readonly Notice[]): Promise<void> {
  const { live, clock, queue } = services;
  // In one order for all: two transactions that tell the same people never wait for each other.
  const others = notices.filter(({ userId, actorId }) => userId !== actorId).sort((a, b) => a.userId - b.userId);
  if (others.length === 0) return;
  const heard = await dropSilenced(tx, services, others);
  const listeners = await findListeners(
    tx,
    heard.map(({ userId }) => userId),
  );
  const wanted = heard.filter(({ userId, kind }) => {
    const listener = listeners.get(userId);
    return listener !== undefined && isTold(listener, kind);
  });
  const fresh = await dropTold(tx, wanted, clock());
  const rows = await insertNotifications(tx, gatherNotices(fresh), clock());
  await live.tellAll(
    tx,
    rows.map(({ id, user_id }) => ({ userId: user_id, event: { type: 'notification', id } })),
  );
  const pushed = rows.filter(({ user_id, kind }) => {
    const listener = listeners.get(user_id);
    return listener?.has_devices && isPushed(listener, kind);
  });
  await queue.addAll(
    tx,
    ringDevices,
    pushed.map(({ user_id, id, kind }) => ({ payload: { user_id, notification: { id, kind } } })),
  );
}

/** A batch has one actor as a rule: one question for each. */
async function dropSilenced(
  tx: Tx | Db,
  { findSilenced }: NotifyServices,
  notices: readonly Notice[],
): Promise<readonly Notice[]> {
  const silenced = new Set<string>();
  for (const [actorId, about] of Map.groupBy(notices, (notice) => notice.actorId)) {
    if (actorId === undefined) continue;
    const deaf = await findSilenced(
      tx,
      actorId,
      about.map(({ userId }) => userId),
    );
    for (const userId of deaf) silenced.add(`${userId} ${actorId}`);
  }
  return notices.filter(({ userId, actorId }) => !silenced.has(`${userId} ${actorId}`));
}

async function dropTold(tx: Tx | Db, notices: readonly Notice[], now: Date): Promise<readonly Notice[]> {
  const keyed = new Map<string, Notice>();
  for (const notice of notices) {
    if (notice.dedupe !== undefined) keyed.set(`${notice.userId} ${notice.dedupe}`, notice);
  }
  const keys = [...keyed.values()].map(({ userId, dedupe = '' }) => ({ userId, key: dedupe }));
  keys.sort((a, b) => a.userId - b.userId || (a.key < b.key ? -1 : 1));
  const claimed = new Set((await claimKeys(tx, keys, now)).map(({ userId, key }) => `${userId} ${key}`));
  return notices.filter(
    (notice) =>
      notice.dedupe === undefined ||
      (claimed.has(`${notice.userId} ${notice.dedupe}`) && keyed.get(`${notice.userId} ${notice.dedupe}`) === notice),
  );
}

/**
 * Take back what this person was told of that one: a friend request that was answered, withdrawn, or whose sender is blocked now.
 * Of a line that tells of several people the others stay. Open pages follow.
 */
export async function withdrawNotice(
  tx: Tx | Db,
  { live }: { live: Live },
  { userId, kind, actorId }: { userId: number; kind: NotificationKind; actorId: number },
): Promise<void> {
  const changed = await takeActorOut(tx, actorId, { userId, kind });
  if (changed.length > 0) await live.tellAll(tx, changed.map(withdrawn));
}

/** Erase what a person was told and what told others of that person, before the person is erased. */
export async function forgetNotifications(tx: Tx, userId: number, { live }: { live: Live }): Promise<void> {
  await forgetDevices(tx, userId);
  await forgetSettings(tx, userId);
  await deleteNotificationsOf(tx, userId);
  await live.tellAll(tx, (await takeActorOut(tx, userId)).map(withdrawn));
}

const withdrawn = (userId: number) => ({ userId, event: { type: 'withdrawn' } });
