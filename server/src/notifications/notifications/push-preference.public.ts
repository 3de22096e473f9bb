import type { NotificationTopic } from '@app/contract/notifications/notifications';
import type { Db } from '../../platform/database/tables.ts';
import { findPreferences, isTopicPushEnabled, quietHoursOf } from './notification-settings.ts';
import { quietUntil } from './quiet-hours.ts';

export async function findPushPreference(
  db: Db,
  userId: number,
  topic: NotificationTopic,
  now: Date,
): Promise<{ isEnabled: boolean; quietUntil: Date | undefined }> {
  const preferences = await findPreferences(db, userId);
  return { isEnabled: isTopicPushEnabled(preferences, topic), quietUntil: quietUntil(quietHoursOf(preferences), now) };
}
