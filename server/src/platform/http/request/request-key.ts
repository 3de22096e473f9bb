import type { IncomingMessage } from 'node:http';
import { findOrMake } from '@app/contract/platform/find-or-make';
import { chooseLanguage, type Lang } from '@app/contract/platform/languages';
import { findTimeZone, TIME_ZONE_COOKIE } from '@app/contract/platform/time-zones';

const LANG_COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/;
const ZONE_COOKIE = new RegExp(`(?:^|;\\s*)${TIME_ZONE_COOKIE}=([\\w+/-]{1,60})(?:;|$)`);
const TOKEN_COOKIE = /(?:^|;\s*)token=[^;]/;

/**
 * Cache of parsed `Accept-Language` values: browsers send a few dozen different ones, and parsing one costs as much as
 * the rest of a cached response.
 */
const preferred = new Map<string, Lang>();
const PREFERENCES_MAX = 500;

/**
 * Interface language of a request: cookie `lang`, then the browser's preferences, then Russian. Reads the raw header,
 * because cached responses are served before the cookie plugin runs.
 */
export function requestLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Lang {
  const cookie = headers.cookie === undefined ? undefined : LANG_COOKIE.exec(headers.cookie)?.[1];
  if (cookie !== undefined) return chooseLanguage(cookie, headers['accept-language']);
  const preferences = headers['accept-language'] ?? '';
  return findOrMake(preferred, preferences, PREFERENCES_MAX, () => chooseLanguage(undefined, preferences));
}

/** Zone that the browser told by its cookie; null when it told none that exists. */
export function requestTimeZone({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const told = headers.cookie === undefined ? undefined : ZONE_COOKIE.exec(headers.cookie)?.[1];
  return told === undefined ? null : findTimeZone(told);
}

/** Returns the cache key of an anonymous GET request; undefined for requests with credentials and other methods. */
export function publicCacheKey(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string | undefined {
  const { headers, method, url } = request;
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers.cookie !== undefined && TOKEN_COOKIE.test(headers.cookie)) return undefined;
  const zone = url?.startsWith('/api/') ? null : requestTimeZone(request);
  return `${requestLanguage(request)} ${zone === null ? '' : `${zone} `}${url}`;
}
