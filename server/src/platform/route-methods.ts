import type { FastifyInstance } from 'fastify';

const OTHER_METHODS = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const;

/** Methods that some endpoint takes at this address; empty when the address itself is unknown. */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const path = url.split('?', 1)[0]?.replace(/\/+$/, '') ?? '';
  const methods = new Set<string>();
  for (const { endpoint } of app.endpoints.values()) {
    for (const spelling of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      if (matches(spelling, path)) methods.add(endpoint.method);
    }
  }
  // Where another protocol is spoken at an address of the contract, its methods are no endpoints.
  for (const method of methods.size > 0 ? OTHER_METHODS : [])
    if (app.hasRoute({ method, url: path })) methods.add(method);
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

function matches(spelling: string, path: string): boolean {
  const wanted = spelling.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]))
  );
}
