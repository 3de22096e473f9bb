import { formatDate, formatTime } from '../../platform/format/format.ts';
import type { Text } from '../../platform/texts.ts';

const DAY_MS = 86_400_000;

/** «Рассмотрим до 14:20 завтра»: the time by which a complaint will be reviewed. */
export function dueLabel(t: Text<'complaints'>, due: string, now: Date): string {
  const date = formatDate(due);
  const time = formatTime(due);
  if (date === formatDate(now.toISOString())) return t('complaints.due.today', { time });
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString();
  if (date === formatDate(tomorrow)) return t('complaints.due.tomorrow', { time });
  return t('complaints.due.later', { date, time });
}
