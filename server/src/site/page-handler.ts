import { createRequestHandler, createStaticHandler, type RouteObject, type ServerBuild } from 'react-router';

type PageHandler = ReturnType<typeof createRequestHandler>;

/** Shapes of addresses whose routes are known, numbers in them aside. */
const SHAPES_MAX = 1000;
/** Where the browser asks for further routes, unless the build names another address. */
const MANIFEST_PATH = '/__manifest';
/** An address with more parts is no page of ours. */
const PARTS_MAX = 8;

/**
 * Renders pages by builds that hold only the routes of an address and of those above it: React Router goes through all
 * routes of its build several times for each page, and makes a table of them anew.
 */
export function createPageHandler(build: ServerBuild, mode: string | undefined): PageHandler {
  const whole = createRequestHandler(build, mode);
  const { match } = createStaticHandler(childrenOf(build));
  const { manifestPath = MANIFEST_PATH } = build.routeDiscovery;
  const byRoutes = new Map<string, PageHandler>();
  const byShape = new Map<string, PageHandler>();
  // A number in the path of a route would be a route of its own.
  const hasNumbers = Object.values(build.routes).some((route) => /\d/.test(route?.path ?? ''));

  const find = (pathname: string): PageHandler => {
    const paths = withPathsAbove(pathname);
    if (paths.length > PARTS_MAX + 1) return whole;
    const matched = paths.flatMap((path) => match(path) ?? []).map(({ route }) => route.id);
    const ids = [...new Set(matched)].sort();
    const key = ids.join(' ');
    const handler = byRoutes.get(key) ?? createRequestHandler(keepRoutes(build, new Set(ids)), mode);
    byRoutes.set(key, handler);
    return handler;
  };

  return (request, context) => {
    const pathname = pagePathOf(request.url);
    if (pathname === manifestPath) return whole(request, context);
    const isEncoded = hasNumbers || pathname.includes('%');
    const shape = isEncoded ? pathname : pathname.replace(/\d+/g, '0');
    let handler = byShape.get(shape);
    if (handler === undefined) {
      handler = find(pathname);
      if (byShape.size >= SHAPES_MAX) byShape.clear();
      byShape.set(shape, handler);
    }
    return handler(request, context);
  };
}

/** The path of a page, also for the data of a navigation to it. */
function pagePathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');
}

/** The page starts with the routes of the addresses above its own as well. */
function withPathsAbove(pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  return [pathname, ...parts.map((_, count) => `/${parts.slice(0, count).join('/')}`)];
}

function childrenOf({ routes }: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) =>
      index ? { id, path, index } : { id, path, caseSensitive, children: childrenOf({ routes } as ServerBuild, id) },
    );
}

function keepRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const keep = <Routes extends object>(routes: Routes): Routes =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as Routes;
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}
