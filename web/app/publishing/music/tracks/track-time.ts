import type { Text } from '../../../platform/texts.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** Formats milliseconds: 245_000 → «4:05», 3_725_000 → «1:02:05». */
export function formatTrackTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** Formats a total duration (milliseconds) in words: «1 час 12 минут». */
export function formatLength(t: Text<'music'>, milliseconds: number): string {
  const all = Math.round(milliseconds / 60_000);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t('music.length.minutes', { minutes });
  return minutes === 0 ? t('music.length.hoursOnly', { hours }) : t('music.length.hours', { hours, minutes });
}
