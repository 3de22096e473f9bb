import type { Lang } from '@app/contract/platform/languages';

const formats = new Map<Lang, Intl.DateTimeFormat>();

/**
 * Formats «пт, 20 ноября, 9:00» in the time zone of this device, which also decides when scheduled messages are sent.
 */
export function formatLocal(lang: Lang, at: Date): string {
  let format = formats.get(lang);
  if (!format) {
    format = new Intl.DateTimeFormat(lang, {
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(lang, format);
  }
  return format.format(at);
}

export function formatHour(lang: Lang, at: Date): string {
  return at.toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });
}
