import { findOrMake } from '@app/contract/platform/find-or-make';
import type { FastifyRequest } from 'fastify';

/** Addresses of one origin that are known: those of the list and of the messages are asked for again and again. */
const ADDRESSES_MAX = 500;
/** An installation has one origin. */
const ORIGINS_MAX = 10;

const byOrigin = new Map<string, Map<string, URL>>();

/**
 * The address of a request on the site's own origin, whatever host its first line names: `//`, `//other/x`, `http://other/x`.
 * Requests of one address share it, so nobody may change it.
 */
export function requestUrl({ raw }: Pick<FastifyRequest, 'raw'>, origin: string): URL {
  const known = findOrMake(byOrigin, origin, ORIGINS_MAX, () => new Map<string, URL>());
  const url = raw.url ?? '/';
  return findOrMake(known, url, ADDRESSES_MAX, () => parseUrl(url, origin));
}

function parseUrl(url: string, origin: string): URL {
  if (url.startsWith('/')) return new URL(`${origin}${url}`);
  const { pathname, search } = URL.canParse(url) ? new URL(url) : new URL(origin);
  return new URL(`${origin}${pathname}${search}`);
}
