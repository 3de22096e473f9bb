// The service worker: shows pushes, and a page of its own where there is no network. Built by vite-worker.ts, which fills in the constants.
// It keeps files of the build and nothing else: no page, no answer of the API, nothing personal.

/* global __VERSION__, __TEXTS__, __OFFLINE_SCRIPT__, __OFFLINE_SCRIPT_HASH__ */

/** Files whose names change with their content. They outlive an update: tabs of the older build go on using theirs. */
const ASSETS = 'okolo-assets';
const ASSETS_MAX = 200;
const SHELL = `okolo-shell-${__VERSION__}`;
const SHELL_FILES = ['/favicon.svg', '/icon-192.png'];
const SIGN_OUT = '/api/auth/logout';
const MESSAGES = '/profile/messages';
/** A page that does not say within this time that it goes there itself is left alone. */
const ANSWER_MS = 800;

/**
 * Firefox shows its own page of a failed connection when a preload fails, whatever this worker answers. Nothing but its name tells: a worker
 * cannot try a navigation.
 */
const LOSES_FAILED_PRELOADS = /\bGecko\/\d/.test(self.navigator.userAgent);

/** Requests that the listener of `fetch` below has no use for. */
const ROUTES = [
  { condition: { requestMethod: 'POST', urlPattern: { pathname: SIGN_OUT } }, source: 'fetch-event' },
  ...['POST', 'PUT', 'DELETE'].map((requestMethod) => ({ condition: { requestMethod }, source: 'network' })),
];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // What a closing page still sends is lost if this worker has to wake up first. Browsers that know no routes go on without.
  event.addRoutes?.(ROUTES).catch(() => {});
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(SHELL_FILES)));
});

self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith('okolo-shell-') && name !== SHELL) await caches.delete(name);
  }
  const preload = self.registration.navigationPreload;
  // Without it every page would wait for this worker to wake up.
  await (LOSES_FAILED_PRELOADS ? preload?.disable() : preload?.enable());
}

/** A page asks for it once it has loaded: taken over earlier, it would load again what it preloaded. */
self.addEventListener('message', (event) => {
  if (event.data?.type === 'claim') event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.method === 'POST' && url.pathname === SIGN_OUT) event.respondWith(signOut(request));
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(showPage(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(serveAsset(request, event));
  else if (SHELL_FILES.includes(url.pathname)) event.respondWith(serveShellFile(request));
});

async function showPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offlinePage(await findLang());
  }
}

async function serveAsset(request, event) {
  const assets = await caches.open(ASSETS);
  const cached = await assets.match(request);
  if (cached !== undefined) return cached;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(cacheAsset(assets, request, response.clone()));
  return response;
}

/** Oldest first out. A full disk is no reason to fail. */
async function cacheAsset(assets, request, response) {
  try {
    await assets.put(request, response);
    const names = await assets.keys();
    for (const name of names.slice(0, Math.max(0, names.length - ASSETS_MAX))) await assets.delete(name);
  } catch {}
}

async function serveShellFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request);
    if (cached !== undefined) return cached;
    throw error;
  }
}

/** Whoever comes next to this browser finds nothing of the one who left. */
async function signOut(request) {
  const response = await fetch(request);
  if (response.ok) {
    await caches.delete(ASSETS);
    for (const shown of await self.registration.getNotifications()) shown.close();
    await self.navigator.clearAppBadge?.();
  }
  return response;
}

/** Undefined where the browser lets a worker read no cookies. */
async function readCookie(name) {
  for (const named of [`__Host-${name}`, name]) {
    const found = await self.cookieStore?.get(named).catch(() => null);
    if (found) return found.value;
  }
}

async function findLang() {
  const chosen = await readCookie('lang');
  const wanted = [chosen, ...(self.navigator.languages ?? [])].map((tag) => String(tag).slice(0, 2).toLowerCase());
  return wanted.find((lang) => lang in __TEXTS__) ?? 'ru';
}

function offlinePage(lang) {
  const texts = __TEXTS__[lang];
  const html = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${texts['offline.title']} · ${texts.name}</title>
<link rel="icon" href="/favicon.svg">
<style>
:root{color-scheme:light dark}
[data-scheme=light]{color-scheme:light}
[data-scheme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:grid;place-items:center;padding:24px;background:light-dark(#ffffff,#131816);color:light-dark(#1a1f1d,#eaeeec);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;text-align:center}
main{max-width:420px;display:grid;gap:12px;justify-items:center}
h1{margin-top:12px;font-size:24px;line-height:1.25;font-weight:650}
p{color:light-dark(#5f6562,#a5aba9)}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:12px;padding:0 20px;border-radius:12px;background:light-dark(#146c50,#65c19d);color:light-dark(#ffffff,#1a1f1d);font-weight:550;text-decoration:none}
a:focus-visible{outline:2px solid light-dark(#146c50,#65c19d);outline-offset:2px}
</style>
<script>${__OFFLINE_SCRIPT__}</script>
</head>
<body>
<main>
<img src="/favicon.svg" width="72" height="72" alt="">
<h1>${texts['offline.title']}</h1>
<p>${texts['offline.text']}</p>
<a href="">${texts['offline.retry']}</a>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src '${__OFFLINE_SCRIPT_HASH__}'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

/** A push says only that there is something: what it is, the session answers. */
async function showPush(data) {
  const message = parseMessage(data);
  const { kind = 'summary', unread = 0 } = message;
  if (kind === 'call_over') return closeCallNotification(message.room_id);
  if (unread > 0) await self.navigator.setAppBadge?.(unread);
  const pages = await self.clients.matchAll({ type: 'window' });
  // Whoever looks at the site sees it in the corner.
  if (pages.some(({ focused }) => focused)) return;
  const lang = await findLang();
  const { title, body, icon, tag, ...rest } = await notificationText(message, kind, __TEXTS__[lang]);
  await self.registration.showNotification(title, {
    body,
    lang,
    icon: icon ?? '/icon-192.png',
    badge: '/icon-192.png',
    // What tells of the same thing takes the place of what was shown before.
    tag,
    renotify: true,
    ...rest,
  });
}

const callTag = (room) => `call ${room}`;

/** Answered, refused, or given up: a ring that is over is not shown any more. */
async function closeCallNotification(room) {
  for (const shown of await self.registration.getNotifications({ tag: callTag(room) })) shown.close();
}

/** What is shown, and where it leads. Without a session or a network it is shown without a name. */
function notificationText(message, kind, texts) {
  if (kind === 'call') return callNotificationText(message, texts);
  return kind === 'message' || kind === 'message_request'
    ? messageNotificationText(message, kind, texts)
    : bellNotificationText(message, kind, texts);
}

async function bellNotificationText({ id }, kind, texts) {
  const details = id === undefined ? undefined : await fetchJson(`/api/notifications/${id}`);
  return {
    title: details?.title ?? texts.name,
    body: details?.body ?? texts[kind === 'summary' ? 'push.summary' : 'push.one'],
    icon: details?.meta?.user?.photo,
    tag: details === undefined ? kind : `${kind} ${details.link}`,
    ...(details && { timestamp: Date.parse(details.timestamp) }),
    data: { link: details?.link ?? '/notifications', id: details?.id },
  };
}

/** One for each dialog: the newest message. It stays unread. */
async function messageNotificationText({ user_id }, kind, texts) {
  const details = user_id === undefined ? undefined : await fetchJson(`/api/chat/${user_id}?size=1&mark=0`);
  const { user, last_message } = details?.chat ?? {};
  const fallback = kind === 'message' && user_id === undefined ? 'push.messages' : `push.${kind}`;
  const link = user_id === undefined ? MESSAGES : `/conversation/${user_id}`;
  return {
    title: user === undefined ? texts.name : `${user.firstname} ${user.lastname}`.trim(),
    body: last_message?.preview ?? texts[fallback],
    icon: user?.photo,
    tag: `${kind} ${link}`,
    ...(last_message && { timestamp: Date.parse(last_message.timestamp) }),
    data: { link },
  };
}

/** Somebody rings: it stays until it is answered or over. */
async function callNotificationText({ room_id }, texts) {
  const ring = (await fetchJson('/api/calls/current'))?.ring;
  const call = ring?.room_id === room_id ? ring : undefined;
  const caller = call?.people.find(({ user_id }) => user_id === call.started_by);
  return {
    title: caller === undefined ? texts['push.call'] : `${caller.firstname} ${caller.lastname}`.trim(),
    body: caller === undefined ? texts.name : texts[call.video === 1 ? 'call.video' : 'call.audio'],
    icon: caller?.photo ?? undefined,
    tag: callTag(room_id),
    requireInteraction: true,
    vibrate: [300, 200, 300, 200, 300],
    actions: [
      { action: 'answer', title: texts['call.answer'] },
      { action: 'decline', title: texts['call.decline'] },
    ],
    data: { link: `/?call=${encodeURIComponent(room_id)}`, room: room_id },
  };
}

function parseMessage(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function fetchJson(address) {
  try {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data = event.notification.data ?? {};
  const isRefusal = data.room !== undefined && event.action === 'decline';
  event.waitUntil(isRefusal ? post(`/api/calls/${data.room}/decline`) : follow(data));
});

/** An open page goes there itself, so that nothing typed in it is lost unasked; else a new one is opened. */
async function follow({ link = '/notifications', id, room }) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  // A page that is open rings itself, wherever it is.
  if (room !== undefined && page !== undefined) {
    await page.focus().catch(() => {});
    return;
  }
  if (page !== undefined && (await navigatePage(page, { type: 'follow', link, id }))) {
    await page.focus().catch(() => {});
    return;
  }
  await Promise.all([self.clients.openWindow(link), markRead(id)]);
}

function navigatePage(page, message) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = () => {
      clearTimeout(late);
      resolve(true);
    };
    page.postMessage(message, [port2]);
  });
}

const markRead = async (id) => id !== undefined && post(`/api/notifications/${id}/read`);

/** Where the browser lets a worker read the token that writes have to show; elsewhere the page does it. */
async function post(address) {
  const csrf = await readCookie('csrftoken');
  if (csrf === undefined) return;
  await fetch(address, {
    method: 'POST',
    headers: { 'x-csrftoken': decodeURIComponent(csrf), 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => {});
}
