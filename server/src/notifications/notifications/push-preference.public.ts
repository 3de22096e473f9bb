import type { NotificationTopic } from '@app/contract/notifications/notifications';
import type { Db } from '../../platform/database/tables.ts';
import { findPreferences, isTopicPushEnabled, quietHoursOf } from './notification-settings.ts';
import { quietUntil } from './quiet-hours.ts';

interface PushPreference {
  isEnabled: boolean;
  /** Pushes wait until this time; undefined when they may be sent now. */
  quietUntil: Date | undefined;
}

/** Whether a user wants pushes on a topic, and when they may be sent. */
export async function findPushPreference(
  db: Db,
  userId: number,
  topic: NotificationTopic,
  now: Date,
): Promise<PushPreference> {
  const preferences = await findPreferences(db, userId);
  return { isEnabled: isTopicPushEnabled(preferences, topic), quietUntil: quietUntil(quietHoursOf(preferences), now) };
}
