import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    apiRoutes: Map<string, Set<string>>;
  }
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
  const path = pathOf(url);
  const methods = new Set<string>();
  for (const { endpoint } of app.endpoints.values()) {
    for (const spelling of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      if (matches(spelling.replace(/\{(\w+)\}/g, ':$1'), path)) methods.add(endpoint.method);
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  for (const [pattern, taken] of app.apiRoutes) {
    if (matches(pattern, path)) for (const method of taken) methods.add(method);
  }
  return [...methods].sort();
}

export function methodsOfAddress(app: FastifyInstance, url: string): string[] {
  const path = pathOf(url);
  return path.includes(':') ? [] : [...(app.apiRoutes.get(path) ?? [])].sort();
}

const pathOf = (url: string): string => url.split('?', 1)[0]?.replace(/\/+$/, '') ?? '';

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  );
}
