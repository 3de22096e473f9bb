import type { Text } from '../../../platform/texts.ts';

/** Formats a total duration (milliseconds) in words: «1 час 12 минут». */
export function formatLength(t: Text<'music'>, milliseconds: number): string {
  const all = Math.round(milliseconds / 60_000);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t('music.length.minutes', { minutes });
  return minutes === 0 ? t('music.length.hoursOnly', { hours }) : t('music.length.hours', { hours, minutes });
}
