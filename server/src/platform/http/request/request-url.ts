import type { FastifyRequest } from 'fastify';

/** The address of a request on the site's own origin, whatever host its first line names: `//`, `//other/x`, `http://other/x`. */
export function requestUrl({ raw: { url = '/' } }: Pick<FastifyRequest, 'raw'>, origin: string): URL {
  if (url.startsWith('/')) return new URL(`${origin}${url}`);
  const { pathname, search } = URL.canParse(url) ? new URL(url) : new URL(origin);
  return new URL(`${origin}${pathname}${search}`);
}
