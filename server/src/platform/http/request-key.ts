import type { IncomingMessage } from 'node:http';
import { chooseLanguage, type Lang } from '@app/contract/platform/languages';

const LANG_COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/;
const TOKEN_COOKIE = /(?:^|;\s*)token=[^;]/;

// These run for every request, before the cookie plugin: they read the raw header.

/** Browsers send a few dozen different preferences; taking one apart costs as much as the rest of a cached answer. */
const preferred = new Map<string, Lang>();
const PREFERENCES_MAX = 500;

/** Interface language of a request: cookie `lang`, the browser's preferences, Russian. */
export function requestLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Lang {
  const cookie = headers.cookie === undefined ? undefined : LANG_COOKIE.exec(headers.cookie)?.[1];
  if (cookie !== undefined) return chooseLanguage(cookie, headers['accept-language']);
  const preferences = headers['accept-language'] ?? '';
  const known = preferred.get(preferences);
  if (known !== undefined) return known;
  const lang = chooseLanguage(undefined, preferences);
  if (preferred.size >= PREFERENCES_MAX) preferred.clear();
  preferred.set(preferences, lang);
  return lang;
}

/** The key under which an anonymous answer is kept; undefined for requests with credentials and for anything but GET. */
export function publicCacheKey(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string | undefined {
  const { headers, method, url } = request;
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers.cookie !== undefined && TOKEN_COOKIE.test(headers.cookie)) return undefined;
  return `${requestLanguage(request)} ${url}`;
}
