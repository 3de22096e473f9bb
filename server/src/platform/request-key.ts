import type { IncomingMessage } from 'node:http';
import { chooseLanguage, type Lang } from '@app/contract/languages';

const LANG_COOKIE = /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/;
const TOKEN_COOKIE = /(?:^|;\s*)token=[^;]/;

// These run for every request, before the cookie plugin: they read the raw header.

/** Interface language of a request: cookie `lang`, the browser's preferences, Russian. */
export function requestLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Lang {
  return chooseLanguage(LANG_COOKIE.exec(headers.cookie ?? '')?.[1], headers['accept-language']);
}

/** The key under which an anonymous answer is kept; undefined for requests with credentials and for anything but GET. */
export function publicCacheKey(request: Pick<IncomingMessage, 'headers' | 'method' | 'url'>): string | undefined {
  const { headers, method, url } = request;
  if (method !== 'GET' || headers.authorization !== undefined) return undefined;
  if (headers.cookie !== undefined && TOKEN_COOKIE.test(headers.cookie)) return undefined;
  return `${requestLanguage(request)} ${url}`;
}
