import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    apiRoutes: Map<string, Set<string>>;
  }
}

interface Route {
  parts: readonly string[];
  methods: readonly string[];
}

export function recordApiRoutes(app: FastifyInstance): void {
  const routes = new Map<string, Set<string>>();
  app.decorate('apiRoutes', routes);
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/')) return;
    routes.set(url, new Set([...(routes.get(url) ?? []), ...[method].flat()]));
  });
}

export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const given = pathOf(url).split('/');
  const methods = new Set<string>();
  for (const route of routesOf(app)) {
    if (matches(route.parts, given)) for (const method of route.methods) methods.add(method);
  }
  return [...methods].sort();
}

export function methodsOfAddress(app: FastifyInstance, url: string): string[] {
  const path = pathOf(url);
  return path.includes(':') ? [] : [...(app.apiRoutes.get(path) ?? [])].sort();
}

const pathOf = (url: string): string => url.split('?', 1)[0]?.replace(/\/+$/, '') ?? '';

const known = new WeakMap<FastifyInstance, Route[]>();

function routesOf(app: FastifyInstance): Route[] {
  const routes = known.get(app) ?? [...endpointRoutes(app), ...recordedRoutes(app)];
  known.set(app, routes);
  return routes;
}

function endpointRoutes(app: FastifyInstance): Route[] {
  return [...app.endpoints.values()].flatMap(({ endpoint: { method, path, aliases = [] } }) =>
    [path, ...aliases].map((spelling) => ({
      parts: spelling.replace(/\{(\w+)\}/g, ':$1').split('/'),
      methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    })),
  );
}

const recordedRoutes = (app: FastifyInstance): Route[] =>
  [...app.apiRoutes].map(([pattern, methods]) => ({ parts: pattern.split('/'), methods: [...methods] }));

const matches = (parts: readonly string[], given: readonly string[]): boolean =>
  parts.length === given.length &&
  parts.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]));
