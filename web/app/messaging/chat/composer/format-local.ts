import type { Lang } from '@app/contract/platform/languages';

const formats = new Map<Lang, Intl.DateTimeFormat>();

/** «пт, 20 ноября, 9:00» by the clock of this device: what waits is sent by the sender's day. */
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

/** «21:00». */
export function formatHour(lang: Lang, at: Date): string {
  return at.toLocaleTimeString(lang, { hour: '2-digit', minute: '2-digit' });
}
