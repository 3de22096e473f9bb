import { createContext, type LoaderFunctionArgs, type RouterContextProvider, type ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];
type Context = Readonly<RouterContextProvider>;

/** What is asked for: a document, or the data of a navigation to one. */
export interface PageRequest {
  method: string;
  url: URL;
}

export const toRequest = ({ method, url }: PageRequest): Request => new Request(readAddress(url).routerUrl, { method });

/** Asks for the data of a navigation as JSON, which pages of earlier versions cannot read. web/vite-router.ts adds it. */
const JSON_MARK = /(?<=[?&])_json(?:=[^&]*)?(?:&|$)/g;
/** Names the routes whose data a navigation asks for. */
const ROUTES = /(?<=[?&])_routes(?:=[^&]*)?(?:&|$)/g;

/** What the address of a document, or of the data of a navigation to it, says. */
interface PageAddress {
  isNavigation: boolean;
  /** Whether the browser reads data that is JSON. */
  readsJson: boolean;
  /** Of the page, also for the data of a navigation to it. */
  path: string;
  /** Of the page, without what React Router adds to that of its data. */
  url: URL;
  /** What React Router is asked for. */
  routerUrl: URL;
  /** Its query as React Router writes it anew: percent-encoded alike, `?` included; empty without parameters. */
  search: string;
  /** Routes whose data a navigation asks for; undefined for all of them, as for a document. */
  wanted: string[] | undefined;
}

const addresses = new WeakMap<URL, PageAddress>();

/** Reads the address once for all requests that share it. */
export function readAddress(url: URL): PageAddress {
  const known = addresses.get(url);
  if (known !== undefined) return known;
  const { pathname, searchParams, origin } = url;
  const isNavigation = pathname.endsWith('.data');
  const readsJson = isNavigation && searchParams.has('_json');
  const routerUrl = readsJson ? new URL(origin + pathname + without(JSON_MARK, url.search)) : url;
  const { search } = routerUrl;
  const path = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');
  const named = searchParams.get('_routes');
  const isOwn = !isNavigation && !search.includes('_routes');
  const ownParams = new URLSearchParams(search);
  ownParams.delete('_routes');
  const address = {
    isNavigation,
    readsJson,
    path,
    routerUrl,
    search: ownParams.size === 0 ? '' : `?${ownParams}`,
    url: isOwn ? url : new URL(origin + path + without(ROUTES, search)),
    wanted: isNavigation && named ? named.split(',') : undefined,
  };
  addresses.set(url, address);
  return address;
}

/** The other parameters stay as they are written. */
const without = (parameter: RegExp, search: string): string => search.replace(parameter, '').replace(/[?&]$/, '');

export interface Match {
  route: { id: string; path?: string | undefined };
  params: LoaderFunctionArgs['params'];
}

/** What the loaders of a page return, by the ids of their routes. */
export type LoaderData = Readonly<Record<string, unknown>>;

/** Loaders that have been run for the page, by the ids of their routes. */
const loads = createContext<Map<string, Promise<unknown>> | null>(null);

/** Routes whose loaders are not run again for a page that {@link runLoaders} has run them for. */
export function rememberLoads(routes: Routes): Routes {
  const entries = Object.entries(routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (route === undefined || typeof loader !== 'function') return [id, route];
    const remembered = (args: LoaderFunctionArgs) => args.context.get(loads)?.get(id) ?? loader(args, undefined);
    return [id, { ...route, module: { ...route.module, loader: remembered } }];
  });
  return Object.fromEntries(entries) as Routes;
}

class LoaderInput implements LoaderFunctionArgs {
  readonly params: LoaderFunctionArgs['params'];
  readonly context: Context;
  readonly url: URL;
  readonly #page: PageRequest;
  readonly #matches: readonly Match[];

  constructor(page: PageRequest, matches: readonly Match[], params: LoaderFunctionArgs['params'], context: Context) {
    this.#page = page;
    this.#matches = matches;
    this.url = readAddress(page.url).url;
    this.params = params;
    this.context = context;
  }

  get pattern(): string {
    return this.#matches.flatMap(({ route }) => route.path ?? []).join('/');
  }

  // Loaders read the address alone, and a request takes as long as finding the routes of a page.
  get request(): Request {
    return toRequest(this.#page);
  }
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
  const running = context.get(loads) ?? startLoaders(routes, matches, page, context);
  const ids = matches.map(({ route }) => route.id).filter((id) => running.has(id));
  const settled = await Promise.allSettled(ids.map((id) => running.get(id)));
  const results: Record<string, unknown> = {};
  for (const [index, id] of ids.entries()) {
    const result = settled[index];
    if (result?.status !== 'fulfilled' || !isPlain(result.value)) return undefined;
    results[id] = result.value;
  }
  return results;
}

function startLoaders(
  routes: Routes,
  matches: readonly Match[],
  page: PageRequest,
  context: Context,
): Map<string, Promise<unknown>> {
  const running = new Map<string, Promise<unknown>>();
  context.set(loads, running);
  // What the page itself asks for takes longest.
  for (const { route, params } of matches.toReversed()) {
    const loader = routes[route.id]?.module.loader;
    if (typeof loader !== 'function') continue;
    const input = new LoaderInput(page, matches, params, context);
    running.set(
      route.id,
      // A loader that is no async function may throw at once.
      (async () => loader(input, undefined))(),
    );
  }
  return running;
}

const isPlain = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype);
