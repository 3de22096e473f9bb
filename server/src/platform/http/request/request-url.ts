import type { FastifyRequest } from 'fastify';

const known = new WeakMap<FastifyRequest['raw'], URL>();

/**
 * The address of a request on the site's own origin, whatever host its first line names: `//`, `//other/x`, `http://other/x`.
 * It is parsed once for each request, which is sent to one origin.
 */
export function requestUrl({ raw }: Pick<FastifyRequest, 'raw'>, origin: string): URL {
  const url = known.get(raw) ?? parseUrl(raw.url ?? '/', origin);
  known.set(raw, url);
  return url;
}

function parseUrl(url: string, origin: string): URL {
  if (url.startsWith('/')) return new URL(`${origin}${url}`);
  const { pathname, search } = URL.canParse(url) ? new URL(url) : new URL(origin);
  return new URL(`${origin}${pathname}${search}`);
}
