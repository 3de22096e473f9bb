import { NOTIFICATION_KINDS, type NotificationKind } from '@app/contract/notifications/notifications';
import { z } from 'zod';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { type Push, pushToDevices } from '../push/push.public.ts';
import { countUnread } from './count-unread.public.ts';
import { findPreferences, isPushEnabled, quietHoursOf } from './notification-settings.ts';
import { quietUntil } from './quiet-hours.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Short-lived kinds wake the device at once and expire soon; the others wait until the device wakes. */
const DELIVERY_BY_KIND: Partial<Record<NotificationKind, Pick<Push, 'urgency' | 'ttlSeconds'>>> = {
  missed_call: { urgency: 'high', ttlSeconds: HOUR },
  meeting: { urgency: 'high', ttlSeconds: HOUR },
  meeting_relative: { urgency: 'high', ttlSeconds: DAY },
  stream_start: { urgency: 'high', ttlSeconds: HOUR },
  saved_search: { urgency: 'normal', ttlSeconds: 6 * HOUR },
  friend_request: { urgency: 'normal', ttlSeconds: 7 * DAY },
};
/** A relative who may be needed is not let sleep. */
const IN_QUIET_HOURS: ReadonlySet<NotificationKind> = new Set(['meeting_relative']);
const DEFAULT_DELIVERY: Pick<Push, 'urgency' | 'ttlSeconds'> = { urgency: 'normal', ttlSeconds: DAY };

/** Pushes a new notification unless it was read meanwhile. Those of quiet hours become one push at their end. */
export const pushNotifications = defineJob({
  name: 'push-notifications',
  payload: z.object({
    user_id: z.number().int(),
    notification: z.object({ id: z.number().int(), kind: z.enum(NOTIFICATION_KINDS) }).optional(),
  }),
  run: async (services: Services, { user_id, notification }) => {
    const { db, queue, clock } = services;
    const preferences = await findPreferences(db, user_id);
    if (notification !== undefined && !isPushEnabled(preferences, notification.kind)) return;
    const unread = await countUnread(db, user_id);
    if (unread === 0 || (notification !== undefined && !(await isUnread(db, user_id, notification.id)))) return;
    const isUrgent = notification !== undefined && IN_QUIET_HOURS.has(notification.kind);
    const end = isUrgent ? undefined : quietUntil(quietHoursOf(preferences), clock());
    if (end !== undefined) {
      await queue.add(db, pushNotifications, { user_id }, { key: `quiet:${user_id}`, runAt: end });
      return;
    }
    const kind = notification?.kind ?? 'summary';
    await pushToDevices(db, services, {
      userId: user_id,
      message: { ...(notification && { id: notification.id }), kind, unread },
      ...(notification ? (DELIVERY_BY_KIND[notification.kind] ?? DEFAULT_DELIVERY) : DEFAULT_DELIVERY),
      // A sleeping device receives only the newest push of each kind.
      topic: kind,
    });
  },
});

/** A row that gathered another event meanwhile has a new id and its own job. */
async function isUnread(db: Db, userId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
