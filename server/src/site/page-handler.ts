import { findOrMake } from '@app/contract/platform/find-or-make';
import { createRequestHandler, type EntryContext, type RouterContextProvider, type ServerBuild } from 'react-router';
import { encodeData } from './encode-data.ts';
import { createMatcher, createShaper, type Matches } from './match-routes.ts';
import {
  type LoaderData,
  type PageRequest,
  readAddress,
  rememberLoads,
  runLoaders,
  toRequest,
} from './page-loaders.ts';
import type { SitePage } from './send-page.ts';

export interface PageHandler {
  answer(page: PageRequest, context: RouterContextProvider): Promise<SitePage>;
  /** Starts the loaders of a page that allows it, for an answer with the same context. Returns whether it does. */
  readAhead(page: PageRequest, context: RouterContextProvider): boolean;
}

/** The part of the site's code that finds pages of guests. */
interface GuestPages {
  /** Whether pages of the route with this handle are kept, and the reader is a guest. */
  mayFind(context: RouterContextProvider, handle: unknown): boolean;
  find(url: URL, data: readonly unknown[]): SitePage | undefined;
}

type PageContext = Omit<EntryContext, 'serverHandoffStream'>;

/** What the site's code exports for this server alone. */
interface SiteEntry {
  guestPages?: GuestPages;
  /**
   * `loaded`: what the loaders returned, as JSON. `elements` are made by the site's code, for pages of
   * the same routes.
   */
  renderDocument?(
    page: { url: URL; status: number; context: PageContext; loaded: string; elements: Map<string, never> },
    context: RouterContextProvider,
  ): Promise<SitePage>;
}

/** Of the options that the site's code gives its routes, what this server reads. */
interface RouteHandle {
  /** The loaders leave no trace, so they may run for nothing. */
  readAhead?: boolean;
}

const DATA_HEADERS = Object.entries({ 'content-type': 'application/json; charset=utf-8' });

/** Shapes of addresses whose routes are known, numbers in them aside. */
const SHAPES_MAX = 1000;
/** Addresses whose matches are known, of each set of routes: that of the list is asked for again and again. */
const ADDRESSES_MAX = 100;
/** An address with more parts is no page of ours. */
const PARTS_MAX = 8;

/**
 * Renders pages by builds that hold only the routes of an address and of those above it: React Router goes through all
 * routes of its build several times for each page, and makes a table of them anew.
 */
export function createPageHandler(build: ServerBuild, mode: string | undefined): PageHandler {
  const whole = createPlainHandler(build, mode);
  const match = createMatcher(build);
  const shapeOf = createShaper(build);
  const byRoutes = new Map<string, PageHandler>();
  const byShape = new Map<string, PageHandler>();

  const find = (pathname: string): PageHandler => {
    const paths = withPathsAbove(pathname);
    if (paths.length > PARTS_MAX + 1) return whole;
    const matched = paths.flatMap((path) => match(path) ?? []).map(({ route }) => route.id);
    const ids = [...new Set(matched)].sort();
    const key = ids.join(' ');
    const handler = byRoutes.get(key) ?? createQuickHandler(keepRoutes(build, new Set(ids)), mode);
    byRoutes.set(key, handler);
    return handler;
  };

  const handlerOf = (page: PageRequest): PageHandler => {
    const { path } = readAddress(page.url);
    return findOrMake(byShape, shapeOf(path), SHAPES_MAX, () => find(path));
  };
  return {
    answer: (page, context) => handlerOf(page).answer(page, context),
    readAhead: (page, context) => handlerOf(page).readAhead(page, context),
  };
}

/** Leaves everything to React Router. */
export function createPlainHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: string | undefined,
): PageHandler {
  const handle = createRequestHandler(build, mode);
  return { answer: (page, context) => handle(toRequest(page), context), readAhead: () => false };
}

/**
 * Answers what needs no more than the loaders itself: React Router's requests, responses and streams cost as much as a
 * call. Whatever fails, redirects or is no page is React Router's.
 */
function createQuickHandler(build: ServerBuild, mode: string | undefined): PageHandler {
  const { routes } = build;
  const { sampled, sample } = takeSample(build);
  const plain = createPlainHandler({ ...sampled, routes: rememberLoads(routes) }, mode);
  const match = createMatcher(build);
  const { guestPages, renderDocument } = build.entry.module as unknown as SiteEntry;
  const elements = new Map<string, Map<string, never>>();
  const matched = new Map<string, Matches | null>();
  const isPlain = Object.values(routes).every((route) => !route?.module.headers && !route?.module.middleware);

  function elementsOf(matches: Matches): Map<string, never> {
    const id = matches.at(-1)?.route.id ?? '';
    const known = elements.get(id) ?? new Map<string, never>();
    elements.set(id, known);
    return known;
  }

  /** The matches whose loaders a page needs; undefined for what React Router answers without {@link runLoaders}. */
  function findMatches(page: PageRequest): Matches | undefined {
    if (page.method !== 'GET' || !isPlain) return undefined;
    const { path, isNavigation, readsJson, wanted } = readAddress(page.url);
    if (isNavigation && !readsJson) return undefined;
    const matches = findOrMake(matched, path, ADDRESSES_MAX, () => match(path));
    if (!isNavigation) return matches ?? undefined;
    return matches?.filter(({ route }) => routes[route.id]?.module.loader && wanted?.includes(route.id) !== false);
  }

  async function answerQuickly(page: PageRequest, context: RouterContextProvider): Promise<SitePage | undefined> {
    const matches = findMatches(page);
    if (matches === undefined) return undefined;
    const { isNavigation } = readAddress(page.url);
    return isNavigation ? answerNavigation(page, context, matches) : answerPage(page, context, matches);
  }

  function readAhead(page: PageRequest, context: RouterContextProvider): boolean {
    const matches = findMatches(page);
    const handle = routes[matches?.at(-1)?.route.id ?? '']?.module.handle as RouteHandle | undefined;
    if (matches === undefined || handle?.readAhead !== true) return false;
    void runLoaders(routes, matches, page, context);
    return true;
  }

  async function answerNavigation(
    page: PageRequest,
    context: RouterContextProvider,
    matches: Matches,
  ): Promise<SitePage | undefined> {
    const data = await runLoaders(routes, matches, page, context);
    const text = data && encodeData(Object.fromEntries(matches.map(({ route: { id } }) => [id, { data: data[id] }])));
    return text === undefined ? undefined : { status: 200, headers: DATA_HEADERS, encoded: text };
  }

  async function answerPage(
    page: PageRequest,
    context: RouterContextProvider,
    matches: Matches,
  ): Promise<SitePage | undefined> {
    const { url } = page;
    const route = routes[matches.at(-1)?.route.id ?? '']?.module;
    const isKept = guestPages?.mayFind(context, route?.handle) === true;
    const known = route?.default && sample();
    if (!isKept && known === undefined) return undefined;
    const loaderData = await runLoaders(routes, matches, page, context);
    if (loaderData === undefined) return undefined;
    const kept = isKept ? guestPages?.find(url, orderOf(matches, loaderData)) : undefined;
    if (kept !== undefined) return kept;
    const loaded = encodeData({ loaderData, actionData: null, errors: null });
    if (known === undefined || loaded === undefined) return undefined;
    const own = contextOf(known, url, matches, loaderData);
    try {
      return await renderDocument?.({ url, status: 200, context: own, loaded, elements: elementsOf(matches) }, context);
    } catch {
      // React Router gets the same results, fails alike, and shows what stands for a page that fails.
      return undefined;
    }
  }

  return {
    answer: async (page, context) => (await answerQuickly(page, context)) ?? plain.answer(page, context),
    readAhead,
  };
}

/** A build that remembers the context of a page that React Router rendered by it: other pages of it differ in their results. */
function takeSample(build: ServerBuild): { sampled: ServerBuild; sample(): PageContext | undefined } {
  const { module } = build.entry;
  let taken: PageContext | undefined;
  const renderSampled: typeof module.default = (request, status, headers, context, loadContext) => {
    const { serverHandoffStream: _, ...sample } = context;
    if (status === 200 && context.staticHandlerContext.errors === null)
      taken ??= { ...sample, staticHandlerContext: { ...sample.staticHandlerContext, loaderData: {}, matches: [] } };
    return module.default(request, status, headers, context, loadContext);
  };
  return {
    sampled: { ...build, entry: { ...build.entry, module: { ...module, default: renderSampled } } },
    sample: () => taken,
  };
}

function contextOf(sample: PageContext, url: URL, matches: Matches, loaderData: LoaderData): PageContext {
  const { path: pathname, search } = readAddress(url);
  const location = { ...sample.staticHandlerContext.location, pathname, search };
  return {
    ...sample,
    branches: [],
    renderMeta: {},
    staticHandlerContext: { ...sample.staticHandlerContext, location, matches, loaderData, loaderHeaders: {} },
  };
}

const orderOf = (matches: Matches, data: LoaderData): unknown[] => matches.map(({ route }) => data[route.id]);

/** The page starts with the routes of the addresses above its own as well. */
function withPathsAbove(pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  return [pathname, ...parts.map((_, count) => `/${parts.slice(0, count).join('/')}`)];
}

function keepRoutes(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const keep = <Routes extends object>(routes: Routes): Routes =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as Routes;
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}
