import { beforeEach, expect, test, vi } from 'vitest';
import { buildWorker } from '../vite-worker.ts';

type Handler = (event: never) => void;

interface Shown {
  title: string;
  options: { body: string; tag: string; data: { link: string; id?: number } };
}

const ORIGIN = 'https://okolo.example';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const network = vi.fn();

/** As much of a browser as the worker sees. */
function startWorker({ lang = 'ru', prefix = '', windows = [] as object[], userAgent = CHROME } = {}) {
  const cookies: Record<string, string> = { [`${prefix}lang`]: lang, [`${prefix}csrftoken`]: 'secret' };
  const handlers = new Map<string, Handler>();
  const stores = new Map<string, Map<string, Response>>();
  const shown: Shown[] = [];
  const closed = vi.fn();
  const opened: string[] = [];
  const nameOf = (request: Request | string) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).href;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      addAll: async (files: string[]) => files.forEach((file) => void store.set(nameOf(file), new Response(file))),
      match: async (request: Request) => store.get(nameOf(request))?.clone(),
      put: async (request: Request, answer: Response) => void store.set(nameOf(request), answer),
      keys: async () => [...store.keys()].map((url) => new Request(url)),
      delete: async (request: Request) => store.delete(nameOf(request)),
    };
  };
  const caches = {
    open,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: Request) => [...stores.values()].map((store) => store.get(nameOf(request))).find(Boolean),
  };
  const self = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    skipWaiting: vi.fn(),
    location: { origin: ORIGIN },
    navigator: { userAgent, languages: ['ko-KR'], setAppBadge: vi.fn(), clearAppBadge: vi.fn() },
    cookieStore: { get: async (name: string) => cookies[name] && { value: cookies[name] } },
    clients: {
      claim: vi.fn(),
      matchAll: async () => windows,
      openWindow: async (link: string) => void opened.push(link),
    },
    registration: {
      navigationPreload: { enable: vi.fn(), disable: vi.fn() },
      showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
      getNotifications: async () => [{ close: closed }],
    },
  };
  new Function('self', 'caches', 'fetch', buildWorker())(self, caches, network);

  async function fire(type: string, event: object): Promise<Response | undefined> {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    handlers.get(type)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => waits.push(promise),
      respondWith: (promise: Promise<Response>) => {
        answer = promise;
      },
    } as never);
    const response = await answer;
    await Promise.all(waits);
    return response;
  }
  const load = (path: string, { mode = 'cors', method = 'GET' } = {}) =>
    fire('fetch', { request: { url: ORIGIN + path, method, mode }, preloadResponse: Promise.resolve(undefined) });
  const push = (message: object) => fire('push', { data: { json: () => message } });
  return { fire, load, push, self, stores, shown, closed, opened };
}

const offline = () =>
  network.mockImplementation(async () => {
    throw new TypeError('no network');
  });

beforeEach(() => {
  network.mockReset();
});

test('requests that change something go past the worker, but for signing out', async () => {
  const addRoutes = vi.fn(async () => {});
  await startWorker().fire('install', { addRoutes });
  expect(addRoutes).toHaveBeenCalledWith([
    { condition: { requestMethod: 'POST', urlPattern: { pathname: '/api/auth/logout' } }, source: 'fetch-event' },
    { condition: { requestMethod: 'POST' }, source: 'network' },
    { condition: { requestMethod: 'PUT' }, source: 'network' },
    { condition: { requestMethod: 'DELETE' }, source: 'network' },
  ]);
});

test('without a network a page says so in the reader’s language, and runs nothing but its own script', async () => {
  offline();
  const response = await startWorker({ lang: 'de' }).load('/ad/7', { mode: 'navigate' });
  expect(response?.status).toBe(503);
  expect(await response?.text()).toContain('<h1>Keine Verbindung</h1>');
  expect(response?.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]{44}'/);
  const korean = await startWorker({ lang: 'xx' }).load('/', { mode: 'navigate' });
  expect(await korean?.text()).toContain('<html lang="ko">');
});

test('files of the build come from the cache once they are there, a bounded number of them', async () => {
  network.mockImplementation(async () => new Response('code'));
  const { load, stores } = startWorker();
  await load('/assets/a.js');
  const again = await load('/assets/a.js');
  expect(await again?.text()).toBe('code');
  expect(network).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 250; i++) await load(`/assets/${i}.js`);
  expect(stores.get('okolo-assets')?.size).toBe(200);
  expect(stores.get('okolo-assets')?.has(`${ORIGIN}/assets/249.js`)).toBe(true);
});

test('pages, calls and pictures of people are never kept', async () => {
  network.mockImplementation(async () => new Response('personal'));
  const { load, stores } = startWorker();
  await load('/profile', { mode: 'navigate' });
  for (const path of ['/api/users/me', '/media/abc.webp', '/profile.data', '/sw.js'])
    expect(await load(path), path).toBeUndefined();
  expect(await load('/api/board', { method: 'PUT' })).toBeUndefined();
  expect([...stores.values()].flatMap((store) => [...store.keys()])).toEqual([]);
});

test.each([
  ['Chrome', CHROME, 1, 0],
  ['Firefox, which never tells a worker that one failed', FIREFOX, 0, 1],
])('pages are preloaded while the worker wakes up: %s', async (_name, userAgent, enabled, disabled) => {
  const { fire, self } = startWorker({ userAgent });
  await fire('activate', {});
  const { enable, disable } = self.registration.navigationPreload;
  expect([enable.mock.calls.length, disable.mock.calls.length]).toEqual([enabled, disabled]);
});

test('a page that still loads is not taken over, one that has loaded asks for it', async () => {
  const { fire, self } = startWorker();
  await fire('install', {});
  await fire('activate', {});
  await fire('message', { data: { type: 'other' } });
  expect(self.clients.claim).not.toHaveBeenCalled();
  await fire('message', { data: { type: 'claim' } });
  expect(self.clients.claim).toHaveBeenCalledTimes(1);
});

test('an update leaves open tabs their files and drops its own old shell', async () => {
  const { fire, self, stores } = startWorker();
  stores.set('okolo-shell-old', new Map());
  stores.set('okolo-assets', new Map());
  stores.set('somebody-else', new Map());
  await fire('install', {});
  await fire('activate', {});
  expect(self.skipWaiting).toHaveBeenCalled();
  expect([...stores.keys()].sort()).toEqual([
    expect.stringMatching(/^okolo-assets$/),
    expect.stringMatching(/^okolo-shell-(?!old)/),
    'somebody-else',
  ]);
});

test('signing out leaves neither files nor shown notifications behind', async () => {
  network.mockImplementation(async () => new Response('{}'));
  const { load, stores, closed, self } = startWorker();
  await load('/assets/a.js');
  await load('/api/auth/logout', { method: 'POST' });
  expect(stores.has('okolo-assets')).toBe(false);
  expect(closed).toHaveBeenCalled();
  expect(self.navigator.clearAppBadge).toHaveBeenCalled();
});

test('a push is shown as the session tells it, and leads there', async () => {
  const told = {
    id: 5,
    title: 'Сергей Зимин',
    body: 'Комментарий',
    link: '/ad/7#comments',
    timestamp: '2026-11-21T09:00:00Z',
    meta: { user: null },
  };
  network.mockImplementation(async () => Response.json(told));
  const { push, shown, self, fire, opened } = startWorker();
  await push({ id: 5, kind: 'comment', unread: 3 });
  expect(network.mock.calls[0]?.[0]).toBe('/api/notifications/5');
  expect(self.navigator.setAppBadge).toHaveBeenCalledWith(3);
  expect(shown).toMatchObject([
    { title: 'Сергей Зимин', options: { body: 'Комментарий', tag: 'comment /ad/7#comments' } },
  ]);

  await fire('notificationclick', { notification: { close: () => {}, data: shown[0]?.options.data } });
  expect(opened).toEqual(['/ad/7#comments']);
  expect(network.mock.calls.at(-1)).toMatchObject([
    '/api/notifications/5/read',
    { headers: { 'x-csrftoken': 'secret' } },
  ]);
});

test('a message is shown in its own words, one for each chat, and leads to the chat', async () => {
  const chat = {
    user: { id: 4, firstname: 'Игорь', lastname: 'Соколов', photo: '/media/igor.webp' },
    last_message: { preview: 'Завтра после шести удобно?', timestamp: '2026-11-21T09:00:00Z' },
  };
  network.mockImplementation(async () => Response.json({ list: [], total: 0, chat }));
  const { push, shown, fire, opened } = startWorker();
  await push({ kind: 'message', user_id: 4, unread: 2 });
  // Looking for the words leaves the message unread.
  expect(network.mock.calls[0]?.[0]).toBe('/api/chat/4?size=1&mark=0');
  expect(shown).toMatchObject([
    {
      title: 'Игорь Соколов',
      options: { body: 'Завтра после шести удобно?', tag: 'message /conversation/4', icon: '/media/igor.webp' },
    },
  ]);
  await fire('notificationclick', { notification: { close: () => {}, data: shown[0]?.options.data } });
  expect(opened).toEqual(['/conversation/4']);
});

test('messages of which no words can be had are shown as such', async () => {
  offline();
  const { push, shown } = startWorker();
  await push({ kind: 'message', user_id: 4, unread: 1 });
  await push({ kind: 'message', unread: 5 });
  await push({ kind: 'message_request', unread: 1 });
  expect(shown.map(({ title, options }) => [title, options.body, options.data.link])).toEqual([
    ['Около', 'Новое сообщение', '/conversation/4'],
    ['Около', 'Новые сообщения', '/profile/messages'],
    ['Около', 'Новый запрос на переписку', '/profile/messages'],
  ]);
});

test('without a session or a network a push is shown without a name', async () => {
  network.mockImplementation(async () => new Response('{}', { status: 401 }));
  const { push, shown } = startWorker({ lang: 'en' });
  await push({ id: 5, kind: 'comment', unread: 1 });
  await push({ kind: 'summary', unread: 4 });
  offline();
  await push({ id: 6, kind: 'like', unread: 5 });
  expect(shown.map(({ title, options }) => [title, options.body, options.data.link])).toEqual([
    ['Okolo', 'New notification', '/notifications'],
    ['Okolo', 'You have unread notifications', '/notifications'],
    ['Okolo', 'New notification', '/notifications'],
  ]);
});

test('whoever is looking at the site needs no push, and an open page goes to the place itself', async () => {
  const said: object[] = [];
  const page = {
    focused: true,
    visibilityState: 'visible',
    focus: vi.fn(async () => {}),
    postMessage: (message: object, [port]: MessagePort[]) => {
      said.push(message);
      port?.postMessage('yes');
    },
  };
  const { push, shown, fire, opened } = startWorker({ windows: [page] });
  await push({ id: 5, kind: 'comment', unread: 1 });
  expect(shown).toEqual([]);
  await fire('notificationclick', { notification: { close: () => {}, data: { link: '/ad/7', id: 5 } } });
  expect(said).toEqual([{ type: 'follow', link: '/ad/7', id: 5 }]);
  expect(page.focus).toHaveBeenCalled();
  expect(opened).toEqual([]);
});
