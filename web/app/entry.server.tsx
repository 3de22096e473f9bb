import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { messages } from 'virtual:texts/all';
import { LANGUAGES } from '@app/contract/platform/languages';
import type { Messages } from '@lingui/core';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { currentQuarter } from './platform/format/format-time.ts';
import { provideRenderZone, type ReaderZone, readerZoneOf } from './platform/format/reader-zone.ts';
import { type Host, hostContext } from './platform/host.ts';
import { createCachedPages } from './platform/loading/cached-pages.ts';
import { createCachedParts } from './platform/loading/cached-parts.ts';
import { startScriptsLate } from './platform/loading/late-scripts.ts';
import { orderLoads } from './platform/loading/load-order.ts';
import { extractOwnScripts, type MarkedPage, ScriptMarker } from './platform/loading/own-scripts.ts';
import { addPageData, cutEnd } from './platform/loading/page-data.ts';
import { PartCacheContext } from './platform/loading/part-cache.ts';
import { type ElementsOfRoutes, RouteElementsContext } from './platform/loading/route-elements.tsx';
import type { PageHandle } from './platform/page-handle.ts';
import { addAllTexts } from './platform/texts.ts';
import { provideLogoOutlines } from './ui/frame/brand.tsx';
import { LOGO_OUTLINES } from './ui/frame/logo-outlines.ts';

for (const lang of LANGUAGES) addAllTexts(lang, messages[lang] as Messages);

provideLogoOutlines(LOGO_OUTLINES);

const renderZone = new AsyncLocalStorage<ReaderZone>();
provideRenderZone(() => renderZone.getStore());

/**
 * The context key exists only in this build, so the server passes its host through this function. What the caller then
 * awaits, loaders and rendering, uses the reader's zone.
 */
export function provide(context: RouterContextProvider, host: Host): void {
  context.set(hostContext, host);
  if (host.frame) renderZone.enterWith(readerZoneOf(host.frame.zone.rendered, host.lang));
}

function reporterOf(context: Readonly<RouterContextProvider>): (error: unknown) => void {
  return context.get(hostContext).report ?? console.error;
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  // Client errors such as a mistyped address are not reported.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) reporterOf(context)(error);
}

const HTML = 'text/html; charset=utf-8';
const HEADERS = [['content-type', HTML]] as const;

/** A page with its text or bytes, so that the server does not have to read a byte stream. */
interface RenderedPage {
  status: number;
  headers: typeof HEADERS;
  html: string | Buffer;
  scripts: readonly string[];
}

const SCRIPT_NONCE = randomBytes(16).toString('base64url');
const isChecked = process.env.CHECK_CACHED_PARTS === 'on';
const cachedParts = createCachedParts(randomBytes(16).toString('base64url'), { isChecked });
const cachedPages = createCachedPages({ isChecked });

function handleOf({ routeModules, staticHandlerContext }: LoadedPage['context']): PageHandle {
  const last = staticHandlerContext.matches.at(-1)?.route.id;
  const handle = last === undefined ? undefined : (routeModules[last]?.handle as PageHandle | undefined);
  return handle ?? {};
}

/** `data`: what the loaders of the page returned, in the order of its routes. */
const guestPageKey = (url: URL, data: readonly unknown[]): string =>
  cachedPages.keyOf([url.href, currentQuarter(), data]);

/** For the server, which finds pages of guests before React Router writes their data down. */
export const guestPages = {
  mayFind: (context: RouterContextProvider, handle: PageHandle | undefined): boolean =>
    import.meta.env.PROD && handle?.cachedForGuests === true && context.get(hostContext).viewer === null,
  find(url: URL, data: readonly unknown[]): RenderedPage | undefined {
    const known = cachedPages.find(guestPageKey(url, data));
    return known && { status: 200, headers: HEADERS, html: known.body, scripts: known.scripts };
  },
};

const RENDER_TIMEOUT_MS = 10_000;

/** React writes it in streams only. */
const DOCTYPE = '<!DOCTYPE html>';
/** Stands where React had to leave a part out, because it waits for something or failed. */
const LEFT_OUT = '<!--$!-->';

/**
 * Renders at once what waits for nothing, as every page does after its code was loaded once: a string costs less than a
 * stream of bytes. Returns undefined if anything waits or fails.
 */
function renderAtOnce(router: ReactNode): string | undefined {
  try {
    const html = renderToString(router);
    return html.includes(LEFT_OUT) ? undefined : html;
  } catch {
    // The stream renders again and reports what fails.
    return undefined;
  }
}

/** Renders the whole page, with all that it waits for. */
function renderPatiently(router: ReactNode, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(router, {
      nonce: SCRIPT_NONCE,
      // No progressive chunks, because streamed parts need inline scripts that move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError,
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

async function renderPage(
  { context, url, elements }: Omit<LoadedPage, 'loaded'>,
  onError: (error: unknown) => void,
): Promise<MarkedPage & { end: string }> {
  const cache = cachedParts.open();
  let isWhole = true;
  const router = (
    <ScriptMarker value={SCRIPT_NONCE}>
      <PartCacheContext value={cache}>
        <RouteElementsContext value={elements ?? null}>
          <ServerRouter context={context} url={url} nonce={SCRIPT_NONCE} />
        </RouteElementsContext>
      </PartCacheContext>
    </ScriptMarker>
  );
  const atOnce = renderAtOnce(router);
  const html =
    atOnce ??
    (await renderPatiently(router, (error) => {
      isWhole = false;
      onError(error);
    }));
  const [text, end] = cutEnd(cache.take(html, isWhole));
  const page = extractOwnScripts(text, SCRIPT_NONCE);
  const whole = orderLoads(page.html);
  return { ...page, html: atOnce === undefined ? whole : DOCTYPE + whole, end };
}

interface LoadedPage {
  url: URL;
  status: number;
  context: Omit<EntryContext, 'serverHandoffStream'>;
  /** What the loaders returned, written down for the browser. */
  loaded: string | undefined;
  /** Of the routes of this page, when no other page than theirs is rendered with them. */
  elements?: ElementsOfRoutes;
}

/**
 * Renders the whole page before sending, because the server hashes its inline scripts for the Content-Security-Policy
 * and caches anonymous pages.
 */
export async function renderDocument(
  page: LoadedPage,
  loadContext: Readonly<RouterContextProvider>,
): Promise<RenderedPage> {
  const { url, status, context, loaded } = page;
  const isGuest = loadContext.get(hostContext).viewer === null;
  const { lateScripts, cachedForGuests = false } = handleOf(context);
  // While the site is developed, its code changes as well.
  const isCached = import.meta.env.PROD && isGuest && cachedForGuests && status === 200 && loaded !== undefined;
  const { matches, loaderData } = context.staticHandlerContext;
  const results = matches.map(({ route }) => loaderData[route.id]);
  const key = isCached ? guestPageKey(url, results) : undefined;
  const known = key && cachedPages.find(key);
  if (known) return { status, headers: HEADERS, html: known.body, scripts: known.scripts };

  let finalStatus = status;
  const bare = await renderPage(page, (error) => {
    finalStatus = 500;
    reporterOf(loadContext)(error);
  });
  // Signed-in users interact at once, so their scripts are not delayed.
  const started = isGuest && lateScripts ? startScriptsLate(bare, lateScripts) : bare;
  const whole = addPageData(started, loaded, bare.end);
  if (key === undefined || finalStatus !== status) return { status: finalStatus, headers: HEADERS, ...whole };
  const cached = cachedPages.keep(key, whole);
  return { status, headers: HEADERS, html: cached.body, scripts: cached.scripts };
}

/** Renders what the server leaves to React Router. */
export default async function handleRequest(
  { method, url }: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream: data, ...context }: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', HTML);
  if (method === 'HEAD') return new Response(null, { status, headers });
  const page = { url: new URL(url), status, context, loaded: data && (await text(data)) };
  const rendered = await renderDocument(page, loadContext);
  const { html, scripts } = rendered;
  return Object.assign(new Response(null, { status: rendered.status, headers }), { html, scripts });
}
