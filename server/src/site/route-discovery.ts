import { findOrMake } from '@app/contract/platform/find-or-make';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { IMMUTABLE, sendCompressed } from '../platform/http/send-compressed.ts';
import { createMatcher, createShaper } from './match-routes.ts';

/** Where React Router asks, unless the build names another address. */
export const DISCOVERY_PATH = '/__manifest';
/** Characters of an address, as in React Router, which asks several times where a page has more links. */
const URL_MAX = 7680;
const SHAPES_MAX = 1000;
/** Answers that are kept, of a few kilobytes each: pages of one kind link to the same routes. */
const ANSWERS_MAX = 100;

type DiscoveredBuild = Pick<ServerBuild, 'routes' | 'assets'>;

/**
 * Returns a function that lists the routes of comma-separated paths as JSON, by their ids. React Router matches each path
 * against all routes anew, which takes longer than to render a page.
 */
function createRouteDiscovery(build: DiscoveredBuild): (paths: string) => Buffer {
  const match = createMatcher(build);
  const shapeOf = createShaper(build);
  const idsByShape = new Map<string, string[]>();
  const answers = new Map<string, Buffer>();
  const idsOf = (pathname: string): string[] =>
    findOrMake(idsByShape, shapeOf(pathname), SHAPES_MAX, () => match(pathname)?.map(({ route }) => route.id) ?? []);

  return (paths) => {
    const pathnames = paths.split(',').filter(Boolean);
    const ids = new Set(pathnames.flatMap((path) => idsOf(path.startsWith('/') ? path : `/${path}`)));
    const known = [...ids].filter((id) => build.assets.routes[id] !== undefined).sort();
    return findOrMake(answers, known.join(' '), ANSWERS_MAX, () =>
      Buffer.from(JSON.stringify(Object.fromEntries(known.map((id) => [id, build.assets.routes[id]])))),
    );
  };
}

/**
 * Tells browsers the routes behind the links of a page. The answer depends on the address alone, which names the version
 * of the site, so it needs no session and browsers keep it.
 */
export function registerRouteDiscovery(app: FastifyInstance, build: ServerBuild): void {
  const { manifestPath = DISCOVERY_PATH } = build.routeDiscovery;
  const discover = createRouteDiscovery(build);
  app.get<{ Querystring: { paths?: string | string[]; version?: string | string[] } }>(
    manifestPath,
    async (request, reply) => {
      const { paths, version } = request.query;
      if ((request.raw.url ?? '').length > URL_MAX) return reply.code(400).send();
      // A page of another version is loaded anew.
      if (version !== build.assets.version) return reply.code(204).header('x-remix-reload-document', 'true').send();
      if (typeof paths !== 'string') return reply.code(400).send();
      reply.type('application/json; charset=utf-8').headers({ 'cache-control': IMMUTABLE, vary: 'Accept-Encoding' });
      return sendCompressed(request, reply, discover(paths), 'many');
    },
  );
}
