import { useLanguage } from '../i18n.tsx';
import { formatDayAndMonth, isThisYear } from './format-time.ts';

/** Names a calendar day such as 2026-12-05 as «5 декабря», with its year where that is not this one. */
export function useDayText(): (day: string) => string {
  const lang = useLanguage();
  return (day) => formatDayAndMonth(lang, day, !isThisYear(day, Date.now()));
}
