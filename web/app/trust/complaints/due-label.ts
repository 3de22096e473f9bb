import { formatDate, formatTime } from '../../platform/format/format.ts';
import { daysAgo } from '../../platform/format/format-time.ts';
import type { Text } from '../../platform/texts.ts';

/** «Рассмотрим до 14:20 завтра»: the time by which a complaint will be reviewed. */
export function dueLabel(t: Text<'complaints'>, due: string, now: Date): string {
  const time = formatTime(due);
  const days = -daysAgo(due, now.getTime());
  if (days === 0) return t('complaints.due.today', { time });
  if (days === 1) return t('complaints.due.tomorrow', { time });
  return t('complaints.due.later', { date: formatDate(due), time });
}
