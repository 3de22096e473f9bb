import type { NotificationTopic } from '@app/contract/notifications/notifications';
import type { Db } from '../../platform/database/tables.ts';
import { findPreferences, isTopicPushEnabled, quietHoursOf } from './notification-settings.ts';
import { quietUntil } from './quiet-hours.ts';

interface PushPreference {
  isEnabled: boolean;
  /** Until then nothing rings; undefined when it may. */
  quietUntil: Date | undefined;
}

/** Whether a person wants to hear of a topic on their devices, and whether now. */
export async function findPushPreference(
  db: Db,
  userId: number,
  topic: NotificationTopic,
  now: Date,
): Promise<PushPreference> {
  const preferences = await findPreferences(db, userId);
  return { isEnabled: isTopicPushEnabled(preferences, topic), quietUntil: quietUntil(quietHoursOf(preferences), now) };
}
