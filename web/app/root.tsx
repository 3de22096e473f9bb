import './ui/tokens.css';
import './ui/fonts/fonts.css';
import './ui/base.css';
// Call buttons and the bell are rendered by the server before their scripts, which bring the styles, arrive.
import './messaging/calls/window/call-buttons.module.css';
import './notifications/notifications/bell.module.css';
import { IconSquareRoundedPlus } from 'virtual:icons';
import type { ChatCounts } from '@app/contract/messaging/chat';
import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/platform/languages';
import type { Site } from '@app/contract/platform/page-host';
import { logoUrl } from '@app/contract/platform/site-logo';
import type { SiteState } from '@app/contract/staff/operations';
import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react';
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { notificationsApi } from '#contract/notifications/notifications';
import { consentsApi } from '#contract/people/consents';
import { referenceApi } from '#contract/reference/reference';
import { operationsApi } from '#contract/staff/operations';
import type { Route } from './+types/root.ts';
import { AddButton, AddLink } from './market/ads/list/add-link.tsx';
import { useGuestFavorites } from './market/favorites/use-guest-favorites.ts';
import { loadCallSnapshot } from './messaging/calls/call-snapshot.ts';
import { SubscribeOutlet } from './money/payments/subscribe-outlet.tsx';
import { readerZone } from './platform/format/reader-zone.ts';
import { hostContext, type SessionViewer } from './platform/host.ts';
import { LanguageProvider, loadStoredLanguage, useLanguage, useText } from './platform/i18n.tsx';
import { loadOnce } from './platform/loading/load-once.ts';
import { OwnScript } from './platform/loading/own-script.tsx';
import { ScriptMarker } from './platform/loading/own-scripts.ts';
import { endPreHydration, PRE_HYDRATION_SCRIPT } from './platform/loading/pre-hydration.ts';
import { OncePerRoutes } from './platform/loading/route-elements.tsx';
import type { PageHandle } from './platform/page-handle.ts';
import { MEMORY_STORAGE_SCRIPT } from './platform/private-storage.ts';
import { setRenderCursor } from './platform/render-cursor.ts';
import type { RootData } from './platform/root-data.ts';
import { SCHEME_SCRIPT } from './platform/scheme.ts';
import { BrandContext, useBrand } from './platform/site-brand.ts';
import { provideSlots } from './platform/slots.ts';
import { filesOfRenderedTexts } from './platform/texts.ts';
import { HIDE_DISMISSED_SCRIPT } from './staff/operations/dismissed.ts';
import { SiteNotices } from './staff/operations/site-notices.tsx';
import { iconButton } from './ui/button.ts';
import basicFont from './ui/fonts/onest-basic.woff2?url';
import cyrillicFont from './ui/fonts/onest-cyrillic.woff2?url';
import { bottomItem } from './ui/frame/bottom-bar.tsx';
import { ErrorPage } from './ui/frame/error-page.tsx';
import { Frame } from './ui/frame/frame.tsx';
import { ICON_STROKE } from './ui/icon.ts';
import { lazyPart, quietPart } from './ui/lazy-part.ts';
import { toast } from './ui/toast/toast.ts';
import { ToastOutlet } from './ui/toast/toast-outlet.tsx';

// Guests have neither notifications nor messages, so these parts are loaded only for signed-in viewers. Rendered by the
// server, they are links and counts; what happens since is told by events from there on.
const loadSessionParts = loadOnce(() => import('./pages/session-parts.ts').then(({ sessionParts }) => sessionParts));
const AcceptanceOutlet = quietPart(() => loadSessionParts().then(({ AcceptanceOutlet }) => AcceptanceOutlet));
const Bell = quietPart(() => loadSessionParts().then(({ Bell }) => Bell));
const MessagesLink = quietPart(() => loadSessionParts().then(({ MessagesLink }) => MessagesLink));
// A page that was reloaded in a call goes back at once, before the others hear that it left.
const calls = () => loadSessionParts().then(({ CallsOutlet }) => CallsOutlet);
const CallsOutlet = loadCallSnapshot() ? lazyPart(calls) : quietPart(calls);
const MusicOutlet = quietPart(() => loadSessionParts().then(({ MusicOutlet }) => MusicOutlet));

provideSlots(() => import('./pages/slots.ts').then(({ slots }) => slots));

const NO_CHATS: ChatCounts = { unread: 0, chats: 0, requests: 0 };
const EMPTY_SITE_STATE: SiteState = { announcements: [], features_off: [] };

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const { call, lang, frame, lacksFactor, site, publicUrl, report } = context.get(hostContext);
  if (frame === undefined) throw new Error('The server did not read what the frame shows');
  const { viewer, lastEventSeq, zone } = frame;
  const failed: RootData['failed'][number][] = [];
  const without = (part: (typeof failed)[number]) => (error: unknown) => {
    (report ?? console.error)(error);
    failed.push(part);
    return null;
  };
  const [reference, bell, chats, state, consents] = await Promise.all([
    call(referenceApi.listCategories).catch(without('categories')),
    viewer ? call(notificationsApi.unread).catch(without('unread')) : null,
    viewer ? call(chatApi.counts).catch(without('unread')) : null,
    // Announcements are optional, so a failure is ignored.
    call(operationsApi.siteState).catch(() => EMPTY_SITE_STATE),
    // Publishing asks once more.
    viewer ? call(consentsApi.listAwaited).catch(() => null) : null,
  ]);
  const categories = reference?.categories ?? [];
  const unread = bell?.count ?? 0;
  return {
    lang,
    zone,
    viewer,
    lacksFactor,
    lastEventSeq,
    site,
    publicUrl,
    categories,
    unread,
    chats: chats ?? NO_CHATS,
    state,
    awaited: consents?.awaited ?? [],
    failed: [...new Set(failed)],
  };
}

let loadedIn: Lang | undefined;

/**
 * Frame data depends on the session and the language, whose changes request a reload. Navigation reloads only if a
 * navigation interrupted the reload after a language switch.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isNavigation = currentUrl.href !== nextUrl.href && (formMethod === undefined || formMethod === 'GET');
  const chosen = loadStoredLanguage();
  const isMissed = loadedIn !== undefined && chosen !== null && chosen !== loadedIn;
  return (!isNavigation || isMissed) && defaultShouldRevalidate;
}

function Document({ children }: { children: ReactNode }) {
  const nonce = useContext(ScriptMarker);
  const lang = useLanguage();
  const brand = useBrand();
  const data = useRouteLoaderData<RootData>('root');
  const state = data?.state ?? EMPTY_SITE_STATE;
  // A message says which part is missing.
  const [hasFailed] = useState(() => Boolean(data?.failed.length));
  // The zone that this page was rendered in; hydration renders the same times.
  const [zone] = useState(() => (readerZone().label === '' ? readerZone().timeZone : undefined));
  // Computed only at the first render, because a script inserted later is not executed.
  const [mayBeHidden] = useState(() => state.announcements.some(({ dismissible }) => dismissible === 1));
  const texts = (useMatches().at(-1)?.handle as PageHandle | undefined)?.texts ?? [];
  return (
    // The script below sets the scheme attribute before hydration.
    <html
      lang={lang}
      data-texts={texts.join(' ') || undefined}
      data-zone={zone}
      data-cookies={data?.site.cookiePrefix}
      data-storage={data?.site.keepsNothing && 'none'}
      data-needs-scripts={hasFailed ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1d2321" media="(prefers-color-scheme: dark)" />
        {data?.site.keepsNothing && <OwnScript text={import.meta.env.SSR ? MEMORY_STORAGE_SCRIPT : ''} />}
        <OwnScript text={import.meta.env.SSR ? SCHEME_SCRIPT : ''} />
        {mayBeHidden && <OwnScript text={import.meta.env.SSR ? HIDE_DISMISSED_SCRIPT : ''} />}
        <OwnScript text={import.meta.env.SSR ? PRE_HYDRATION_SCRIPT : ''} />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
          href={lang === 'ru' ? cyrillicFont : basicFont}
        />
        {brand?.logo ? (
          <>
            <link rel="icon" href={logoUrl(brand.logo, 'icon-32')} type="image/png" sizes="32x32" />
            <link rel="icon" href={logoUrl(brand.logo, 'icon-192')} type="image/png" sizes="192x192" />
            <link rel="apple-touch-icon" href={logoUrl(brand.logo, 'icon-180')} />
          </>
        ) : (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          </>
        )}
        {filesOfRenderedTexts(lang, texts).map((file) => (
          <link key={file} rel="modulepreload" href={file} />
        ))}
        <link rel="manifest" href={`/manifest.webmanifest?lang=${lang}`} />
        {import.meta.env.SSR ? <OncePerRoutes name="links" make={() => Links({})} /> : <Links />}
        {brand && brand.style !== '' && <style>{brand.style}</style>}
      </head>
      <body>
        {children}
        {import.meta.env.SSR ? (
          <OncePerRoutes name="scroll restoration" make={() => ScrollRestoration({ nonce })} />
        ) : (
          <ScrollRestoration nonce={nonce} />
        )}
        {import.meta.env.SSR ? (
          <OncePerRoutes name="scripts" make={() => Scripts({ nonce })} />
        ) : (
          <Scripts nonce={nonce} />
        )}
      </body>
    </html>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<RootData>('root');
  const { revalidate } = useRevalidator();
  useEffect(() => {
    loadedIn = data?.lang;
  }, [data]);
  // The effects of all components that are hydrated with the page have run before.
  useLayoutEffect(endPreHydration, []);
  return (
    <BrandContext value={data?.site.brand}>
      <LanguageProvider
        initial={data?.lang ?? DEFAULT_LANGUAGE}
        chosenZone={data?.zone.chosen ?? null}
        onSwitch={() => void revalidate()}
      >
        <Document>{children}</Document>
      </LanguageProvider>
    </BrandContext>
  );
}

function BottomAdd({ viewer }: { viewer: SessionViewer | null }) {
  const t = useText();
  return (
    <AddLink viewer={viewer} className={bottomItem}>
      <IconSquareRoundedPlus size={24} stroke={ICON_STROKE} aria-hidden="true" />
      <span>{t('frame.add')}</span>
    </AddLink>
  );
}

function useFailedParts(failed: RootData['failed'] | undefined): void {
  const t = useText();
  useEffect(() => {
    for (const part of failed ?? []) toast.error(t(`frame.error.${part}`));
  }, [failed, t]);
}

/** Runs before any part of the page opens a socket. */
function useRenderCursor(data: RootData | undefined): void {
  const { viewer, lastEventSeq } = data ?? {};
  useLayoutEffect(() => {
    if (viewer && lastEventSeq != null) setRenderCursor(viewer.user_id, lastEventSeq);
  }, [viewer, lastEventSeq]);
}

const NO_SITE: Site = { copyrightYears: '2019–2020', storeLinks: [], socialLinks: [] };

function Page({ children, handle = {} }: { children: ReactNode; handle?: PageHandle }) {
  const data = useRouteLoaderData<RootData>('root');
  const viewer = data?.viewer ?? null;
  useFailedParts(data?.failed);
  useRenderCursor(data);
  useGuestFavorites(viewer?.user_id);
  const notices = <SiteNotices state={data?.state ?? EMPTY_SITE_STATE} />;
  const categories = (data?.categories ?? []).map(({ id, name }) => ({ to: `/?category=${id}`, name }));
  return (
    <>
      {handle.frame === false ? (
        <>
          {notices}
          {children}
        </>
      ) : (
        <Frame
          page={handle}
          viewer={viewer}
          site={data?.site ?? NO_SITE}
          notices={notices}
          categories={categories}
          counts={[data?.unread, data?.chats]}
          add={<AddButton viewer={viewer} />}
          tools={
            viewer && (
              <Suspense fallback={<span className={iconButton} />}>
                <MessagesLink variant="header" counts={data?.chats ?? NO_CHATS} />
                <Bell viewerId={viewer.user_id} unread={data?.unread ?? 0} />
              </Suspense>
            )
          }
          bottomAdd={<BottomAdd viewer={viewer} />}
          bottomChats={
            viewer && (
              <Suspense fallback={<span className={bottomItem} />}>
                <MessagesLink variant="bottom" counts={data?.chats ?? NO_CHATS} />
              </Suspense>
            )
          }
        >
          {children}
        </Frame>
      )}
      <ToastOutlet />
      <SubscribeOutlet />
      {viewer && (
        <Suspense>
          <AcceptanceOutlet known={data?.awaited ?? []} />
        </Suspense>
      )}
      {viewer && !data?.lacksFactor && (
        <Suspense>
          <MusicOutlet viewerId={viewer.user_id} />
        </Suspense>
      )}
      {viewer && (
        <Suspense>
          <CallsOutlet viewerId={viewer.user_id} />
        </Suspense>
      )}
    </>
  );
}

export default function Root() {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return (
    <Page handle={handle}>
      <Outlet />
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Page>
      <ErrorPage error={error} />
    </Page>
  );
}
