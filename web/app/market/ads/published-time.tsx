import { formatDate } from '../../platform/format/format.ts';
import { daysAgo, formatRecentTime } from '../../platform/format/format-time.ts';
import { useLanguage } from '../../platform/i18n.tsx';

interface PublishedTimeProps {
  at: string;
  /** Writes «сегодня, 14:20» beside the date while it is that recent; otherwise the title tells the time. */
  isLong?: boolean;
}

export function PublishedTime({ at, isLong = false }: PublishedTimeProps) {
  const lang = useLanguage();
  const now = Date.now();
  const recent = formatRecentTime(lang, at, now);
  const text = isLong && daysAgo(at, now) <= 1 ? `${formatDate(at)} · ${recent}` : formatDate(at);
  // Midnight may pass between rendering and hydration.
  return (
    <time dateTime={at} title={recent} suppressHydrationWarning>
      {text}
    </time>
  );
}
