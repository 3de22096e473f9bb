import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/platform/languages';
import { findTimeZone, MOSCOW, MOSCOW_LABELS } from '@app/contract/platform/time-zones';

/** The zone in which the reader sees every time. */
export interface ReaderZone {
  timeZone: string;
  /** «МСК» behind clock times while the reader's own zone is unknown, otherwise ''. */
  label: string;
}

/** Returns Moscow with its label when the zone is unknown. */
export const readerZoneOf = (timeZone: string | null, lang: Lang): ReaderZone =>
  timeZone === null ? { timeZone: MOSCOW, label: MOSCOW_LABELS[lang] } : { timeZone, label: '' };

let current = readerZoneOf(null, DEFAULT_LANGUAGE);
let ofRender: () => ReaderZone | undefined = () => undefined;

/** The server renders pages of several readers at once, so the zone is looked up for the page being rendered. */
export function provideRenderZone(lookUp: () => ReaderZone | undefined): void {
  ofRender = lookUp;
}

export const readerZone = (): ReaderZone => ofRender() ?? current;

/** Changes the zone of this browser; `LanguageProvider` then renders everything again. */
export function setReaderZone(zone: ReaderZone): void {
  current = zone;
}

/** Returns null when the browser does not tell its zone. */
export function getDeviceZone(): string | null {
  return findTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '');
}
