import type { NotificationTopic } from '@app/contract/notifications/notifications';
import type { Db } from '../../platform/database/tables.ts';
import { findWishes, isTopicPushed, quietHoursOf } from './notification-settings.ts';
import { quietUntil } from './quiet-hours.ts';

interface PushWish {
  isPushed: boolean;
  /** Until then nothing rings; undefined when it may. */
  quietUntil: Date | undefined;
}

/** Whether a person wants to hear of a topic on their devices, and whether now. */
export async function findPushWish(db: Db, userId: number, topic: NotificationTopic, now: Date): Promise<PushWish> {
  const wishes = await findWishes(db, userId);
  return { isPushed: isTopicPushed(wishes, topic), quietUntil: quietUntil(quietHoursOf(wishes), now) };
}
