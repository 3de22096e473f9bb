import type { LoaderFunctionArgs, RouterContextProvider, ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Context = Readonly<RouterContextProvider>;

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
  request: Request,
  context: Context,
): Promise<LoaderData | undefined> {
  const running = new Map<string, Promise<unknown>>();
  loads.set(context, running);
  const pattern = matches.flatMap(({ route }) => route.path ?? []).join('/');
  for (const { route, params } of matches) {
    const loader = routes[route.id]?.module.loader;
    if (typeof loader !== 'function') continue;
    const args = { request, url: new URL(request.url), params, context, pattern } as LoaderFunctionArgs;
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
