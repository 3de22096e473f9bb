import type { LoaderFunctionArgs, RouterContextProvider, ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Context = Readonly<RouterContextProvider>;

/** What is asked for: a document, or the data of a navigation to one. */
export interface PageRequest {
  method: string;
  url: URL;
}

export const toRequest = ({ method, url }: PageRequest): Request => new Request(url, { method });

/** The path of a page, also for the data of a navigation to it. */
export function pathOfPage({ pathname }: URL): string {
  return pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');
}

/** Whether the data of a navigation is asked for, not a document. */
export const isNavigation = ({ pathname }: URL): boolean => pathname.endsWith('.data');

/** The routes whose data a navigation asks for; undefined for all of them, as for a document. */
export function routesAskedFor(url: URL): string[] | undefined {
  const named = isNavigation(url) ? url.searchParams.get('_routes') : null;
  return named ? named.split(',') : undefined;
}

/** The address of a page without what React Router adds to that of its data. */
function addressOfPage(url: URL): URL {
  if (!isNavigation(url) && !url.search.includes('_routes')) return url;
  const search = url.search.replace(/([?&])_routes=[^&]*&?/g, '$1').replace(/[?&]$/, '');
  return new URL(url.origin + pathOfPage(url) + search);
}

export interface Match {
  route: { id: string; path?: string | undefined };
  params: LoaderFunctionArgs['params'];
}

/** What the loaders of a page return, by the ids of their routes. */
export type LoaderData = Readonly<Record<string, unknown>>;

const loads = new WeakMap<Context, Map<string, Promise<unknown>>>();

/** Routes whose loaders are not run again for a page that {@link runLoaders} has run them for. */
export function rememberLoads(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (route === undefined || typeof loader !== 'function') return [id, route];
    const remembered = (args: LoaderFunctionArgs) => loads.get(args.context)?.get(id) ?? loader(args, undefined);
    return [id, { ...route, module: { ...route.module, loader: remembered } }];
  });
  return Object.fromEntries(entries) as Routes;
}

/**
 * Runs the loaders of these matches. Undefined where one fails, redirects or says more than data: React Router, which gets
 * the same results, knows what to answer then.
 */
export async function runLoaders(
  routes: Routes,
  matches: readonly Match[],
  page: PageRequest,
  context: Context,
): Promise<LoaderData | undefined> {
  const running = new Map<string, Promise<unknown>>();
  loads.set(context, running);
  const url = addressOfPage(page.url);
  for (const { route, params } of matches) {
    const loader = routes[route.id]?.module.loader;
    if (typeof loader !== 'function') continue;
    const args: LoaderFunctionArgs = {
      url,
      params,
      context,
      get pattern() {
        return matches.flatMap(({ route }) => route.path ?? []).join('/');
      },
      // Loaders read the address alone, and a request takes as long as finding the routes of a page.
      get request() {
        return toRequest(page);
      },
    };
    running.set(
      route.id,
      // A loader that is no async function may throw at once.
      (async () => loader(args, undefined))(),
    );
  }
  const settled = await Promise.allSettled(running.values());
  const results: Record<string, unknown> = {};
  for (const [index, id] of [...running.keys()].entries()) {
    const result = settled[index];
    if (result?.status !== 'fulfilled' || !isPlain(result.value)) return undefined;
    results[id] = result.value;
  }
  return results;
}

const isPlain = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype);
