import { TIME_ZONE_COOKIE } from '@app/contract/platform/time-zones';

const YEAR_SECONDS = 31_536_000;
const MOSCOW_OFFSET_MINUTES = -180;

/**
 * Runs in a page without its other scripts, where `d` is the document and `h` its root: tells the server the zone of the
 * browser, as `LanguageProvider` does.
 */
export const STORE_DEVICE_ZONE = `d.cookie=(h.dataset.cookies||"")+"${TIME_ZONE_COOKIE}="+Intl.DateTimeFormat().resolvedOptions().timeZone+"; path=/; max-age=${YEAR_SECONDS}; samesite=lax"+(h.dataset.cookies||location.protocol==="https:"?"; secure":"");`;

/** Whether clocks of the browser are no clocks of Moscow. */
export const IS_AWAY_FROM_MOSCOW = `new Date().getTimezoneOffset()!==${MOSCOW_OFFSET_MINUTES}`;
