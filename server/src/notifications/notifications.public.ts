import type { Db, Tx } from '../database.ts';
import type { Clock } from '../platform/clock.ts';
import type { Live } from '../platform/live/live.ts';
import { gatherNotices } from './gather-notices.ts';
import type { Notice } from './notice.ts';
import { claimKeys, deleteNotificationsOf, insertNotifications } from './notifications.queries.ts';

export type { Notice } from './notice.ts';

interface NotifyServices {
  live: Live;
  clock: Clock;
}

/** Ring one bell within the caller's transaction; the person's open pages hear of it when that commits. */
export async function notify(tx: Tx | Db, services: NotifyServices, notice: Notice): Promise<void> {
  await notifyAll(tx, services, [notice]);
}

/** Ring many bells with a fixed number of queries. */
export async function notifyAll(
  tx: Tx | Db,
  { live, clock }: NotifyServices,
  notices: readonly Notice[],
): Promise<void> {
  // In one order for all: two transactions that tell the same people never wait for each other.
  const wanted = notices.filter(({ userId, actorId }) => userId !== actorId).sort((a, b) => a.userId - b.userId);
  const fresh = await dropTold(tx, wanted, clock());
  const rows = await insertNotifications(tx, gatherNotices(fresh), clock());
  await live.publishWithin(
    tx,
    rows.map(({ id, user_id }) => ({ topic: `user:${user_id}`, event: { type: 'notification', id } })),
  );
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

/** Erase what a person was told and what told others of that person, before the person is erased. */
export async function forgetNotifications(tx: Tx, userId: number): Promise<void> {
  await deleteNotificationsOf(tx, userId);
}
