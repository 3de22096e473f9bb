import { text } from 'node:stream/consumers';
import {
  createRequestHandler,
  data,
  type EntryContext,
  RouterContextProvider,
  redirect,
  type ServerBuild,
  UNSAFE_decodeViaTurboStream,
} from 'react-router';
import { expect, test, vi } from 'vitest';
import { sampleBuild } from '../../test/sample-build.ts';
import { createPageHandler } from './page-handler.ts';

const PATHS = {
  home: { parentId: 'root', index: true },
  person: { parentId: 'root', path: 'user/:id' },
  ads: { parentId: 'root', path: 'user/:id/ads' },
  form: { parentId: 'root' },
  add: { parentId: 'form', path: 'add' },
  document: { parentId: 'root', path: 'policy/:version?' },
  unknown: { parentId: 'root', path: '*' },
};

const Page = () => null;
const routes = Object.fromEntries(
  Object.entries({ root: { path: '' }, ...PATHS }).map(([id, route]) => [
    id,
    { id, ...route, module: { default: Page, loader: ({ params }: { params: object }) => ({ id, params }) } },
  ]),
);

interface Rendered {
  url: string;
  status: number;
  headers?: Headers;
  context: Omit<EntryContext, 'serverHandoffStream'>;
  loaded: string | undefined;
}

const renderDocument = ({ url, status, headers = new Headers(), context, loaded }: Rendered): Response => {
  const { matches, loaderData, ...rest } = context.staticHandlerContext;
  if (Object.values(loaderData).some((result) => (result as { unfit?: boolean } | null)?.unfit))
    throw new Error('unfit');
  return Response.json(
    {
      ...context,
      known: Object.keys(context.manifest.routes),
      staticHandlerContext: rest,
      matches: matches.map(({ route, ...match }) => [route.id, match]),
      loaded: loaderData,
      written: loaded,
      url,
    },
    { status, headers },
  );
};

const sourceOf = (routes: object, isQuick = true): ServerBuild =>
  sampleBuild(
    {
      ...(isQuick && { renderDocument: vi.fn(renderDocument) }),
      default: async (
        { url }: Request,
        status: number,
        headers: Headers,
        { serverHandoffStream, ...context }: EntryContext,
      ) =>
        renderDocument({
          url,
          status,
          headers,
          context,
          loaded: serverHandoffStream && (await text(serverHandoffStream)),
        }),
    },
    routes,
  );

const build = sourceOf(routes);
const handler = createPageHandler(build, 'production');
type Answer = Response & { encoded?: string };
type Handler = ReturnType<typeof createPageHandler>;

const answerOf = (own: Handler, path: string, method = 'GET'): Promise<Answer> =>
  own.answer({ method, url: new URL(`http://localhost${path}`) }, new RouterContextProvider()) as Promise<Answer>;
const ask = (path: string): Promise<Answer> => answerOf(handler, path);
const knownOf = async (path: string): Promise<string[]> =>
  ((await (await ask(path)).json()) as { known: string[] }).known;

test('a page is rendered with the routes of its address and of those above it', async () => {
  expect(await knownOf('/')).toEqual(['root', 'home']);
  expect(await knownOf('/user/7')).toEqual(['root', 'home', 'person', 'unknown']);
  expect(await knownOf('/user/7/ads')).toEqual(['root', 'home', 'person', 'ads', 'unknown']);
  expect(await knownOf('/add')).toEqual(['root', 'home', 'form', 'add']);
  expect(await knownOf('/policy/2')).toEqual(['root', 'home', 'document']);
  expect(await knownOf('/nothing/here')).toEqual(['root', 'home', 'unknown']);
});

test('an address with many parts is looked for among all routes', async () => {
  expect(await knownOf('/a/b/c/d/e/f/g/h/i')).toHaveLength(Object.keys(routes).length);
});

test('addresses that differ in numbers have parameters of their own', async () => {
  for (const id of ['7', '81', '7%38', 'x'])
    expect(await (await ask(`/user/${id}`)).json()).toMatchObject({
      loaded: { person: { id: 'person', params: { id: decodeURIComponent(id) } } },
    });
});

const textOf = (page: Answer): Promise<string> | string => page.encoded ?? page.text();

/** What a browser reads: JSON, or React Router's format. */
async function decode(written: string): Promise<unknown> {
  if (written.startsWith('{')) return JSON.parse(written);
  const { value } = await UNSAFE_decodeViaTurboStream(new Response(written).body as never, globalThis);
  return value;
}

test('a navigation gets its data', async () => {
  expect(await textOf(await ask('/user/7/ads.data'))).toContain('"ads"');
  expect(await textOf(await ask('/_.data'))).toContain('"home"');
});

const VALUES = {
  texts: ['a', '"</script>"', 'a', '', '\u2028'],
  numbers: [0, 1.5, -7, 2 ** 53],
  nothing: [null, { of: undefined }],
  nested: [[], {}, [[{ a: { a: 'a' } }]], true, false],
};
const shared = { id: 1 };
const RESULTS: Record<string, (input: { url: URL }) => unknown> = {
  values: () => VALUES,
  address: ({ url }) => ({ address: url.href }),
  shared: () => ({ one: shared, two: [shared, shared] }),
  nothing: () => null,
  numbers: () => ({ numbers: [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] }),
  gap: () => ({ list: [1, undefined] }),
  date: () => ({ at: new Date(0) }),
  map: () => ({ map: new Map([[1, 'a']]) }),
  later: () => ({ later: Promise.resolve(1) }),
  status: () => data({ kept: false }, { status: 202, headers: { 'x-own': '1' } }),
  missing: () => {
    throw data('missing', { status: 404 });
  },
  moved: () => {
    throw redirect('/elsewhere');
  },
  broken: () => {
    throw new Error('broken');
  },
};
/** Their pages are rendered without React Router's requests and streams. */
const QUICK = ['values', 'address', 'shared', 'nothing'];

function withLoaders(results: typeof RESULTS) {
  const loaders = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, vi.fn(result)]));
  const root = { id: 'root', path: '', module: { default: Page, loader: () => ({ lang: 'ru' }) } };
  const children = Object.entries(loaders).map(([id, loader]) => [
    id,
    { id, parentId: 'root', path: `${id}/:part?`, module: { default: Page, loader } },
  ]);
  return { loaders, routes: { root, ...Object.fromEntries(children) } };
}

test('members without a value are left out of data', async () => {
  const { routes } = withLoaders({ person: () => ({ name: 'Анна', rating: undefined }) });
  const own = createPageHandler(sourceOf(routes), 'production');
  const answer = await answerOf(own, '/person.data?_json=&_routes=person');
  expect(Object.fromEntries(answer.headers)).toEqual({ 'content-type': 'application/json; charset=utf-8' });
  expect(await textOf(answer)).toBe('{"person":{"data":{"name":"Анна"}}}');
});

test('data that contains itself is left to React Router', async () => {
  const person: { name: string; friend?: unknown } = { name: 'Анна' };
  person.friend = person;
  const own = createPageHandler(sourceOf(withLoaders({ person: () => person }).routes), 'production');
  const text = await textOf(await answerOf(own, '/person.data?_json=&_routes=person'));
  expect(await decode(text)).toEqual({ person: { data: person } });
});

test('a navigation is answered as React Router would, and its loaders run once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { loaders, routes } = withLoaders(RESULTS);
  const source = sourceOf(routes);
  const [quick, plain] = [createPageHandler(source, 'production'), createRequestHandler(source, 'production')];
  for (const [name, loader] of Object.entries(loaders))
    for (const query of [
      '',
      `_routes=${name}`,
      `_routes=root,${name}`,
      '_routes=root',
      '_routes=none',
      '_routes=',
      `a=1&_routes=${name}&b=2`,
    ])
      for (const mark of ['', '_json=&']) {
        loader.mockClear();
        const own = await answerOf(quick, `/${name}.data?${mark}${query}`);
        expect(loader.mock.calls.length).toBeLessThanOrEqual(1);
        const request = new Request(`http://localhost/${name}.data${query && `?${query}`}`);
        const theirs = await plain(request, new RouterContextProvider());
        const [ownText, theirText] = [await textOf(own), await theirs.text()];
        const isJson = ownText.startsWith('{');
        expect(isJson).toBe(mark !== '' && (QUICK.includes(name) || ['_routes=root', '_routes=none'].includes(query)));
        if (!isJson) expect([own.status, [...own.headers]]).toEqual([theirs.status, [...theirs.headers]]);
        if (theirText === '') expect(ownText).toBe('');
        else expect(await decode(ownText)).toEqual(await decode(theirText));
      }
  log.mockRestore();
});

async function pageOf(answer: Answer): Promise<unknown> {
  const text = await answer.text();
  if (!text.startsWith('{')) return text;
  const { written, ...page } = JSON.parse(text);
  return { ...page, written: written && (await decode(written)) };
}

test('a page is rendered as React Router would, and its loaders run once', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { loaders, routes } = withLoaders({ ...RESULTS, unfit: () => ({ unfit: true }) });
  for (const [name, loader] of Object.entries(loaders)) {
    const source = sourceOf(routes);
    const rendered = vi.mocked(
      (source.entry.module as unknown as { renderDocument: typeof renderDocument }).renderDocument,
    );
    const quick = createPageHandler(source, 'production');
    const plain = createPageHandler(sourceOf(routes, false), 'production');
    // React Router renders the first page of each kind.
    for (const address of [name, `${name}/a%20b`, `${name}/2/?text=%D0%B0%20b&_routes=x&c`]) {
      loader.mockClear();
      const own = await answerOf(quick, `/${address}`);
      expect(loader).toHaveBeenCalledOnce();
      const theirs = await answerOf(plain, `/${address}`);
      expect([own.status, [...own.headers]]).toEqual([theirs.status, [...theirs.headers]]);
      expect(await pageOf(own)).toEqual(await pageOf(theirs));
    }
    expect([name, rendered.mock.calls.length]).toEqual([name, QUICK.includes(name) ? 2 : name === 'unfit' ? 2 : 0]);
  }
  log.mockRestore();
});

test('what is no page of a reader stays with React Router', async () => {
  const { routes } = withLoaders({ page: () => ({ a: 1 }) });
  const source = sourceOf({
    ...routes,
    file: { id: 'file', parentId: 'root', path: 'file', module: { loader: () => ({}) } },
  });
  const own = createPageHandler(source, 'production');
  for (let i = 0; i < 2; i++) {
    expect(await (await answerOf(own, '/page', 'HEAD')).text()).toBe('');
    expect(await (await answerOf(own, '/file')).json()).toEqual({});
    expect((await answerOf(own, '/page')).status).toBe(200);
  }
});

function letReadAhead(routes: object): object {
  for (const { module } of Object.values(routes)) Object.assign(module, { handle: { readAhead: true } });
  return routes;
}

test('loaders that ran ahead are not run again, and may fail', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { loaders, routes } = withLoaders(RESULTS);
  const own = createPageHandler(sourceOf(letReadAhead(routes)), 'production');
  for (const [name, loader] of Object.entries(loaders))
    for (const address of [`/${name}`, `/${name}/2`, `/${name}.data?_json=&_routes=${name}`]) {
      const page = { method: 'GET', url: new URL(`http://localhost${address}`) };
      const [plain, ahead] = [new RouterContextProvider(), new RouterContextProvider()];
      const expected = (await own.answer(page, plain)) as Answer;
      loader.mockClear();
      expect(own.readAhead(page, ahead)).toBe(true);
      const answer = (await own.answer(page, ahead)) as Answer;
      expect(loader).toHaveBeenCalledOnce();
      expect(answer.status).toBe(expected.status);
      const read = address.includes('.data') ? async (one: Answer) => decode(await textOf(one)) : pageOf;
      expect(await read(answer)).toEqual(await read(expected));
    }
  log.mockRestore();
});

test('nothing is read ahead for what is no page', () => {
  const { loaders, routes } = withLoaders({ page: () => ({ a: 1 }) });
  const own = createPageHandler(sourceOf(letReadAhead(routes)), 'production');
  for (const [method, path] of [
    ['HEAD', '/page'],
    ['GET', '/page.data?_routes=page'],
    ['GET', '/nothing'],
  ] as const) {
    const page = { method, url: new URL(`http://localhost${path}`) };
    expect(own.readAhead(page, new RouterContextProvider())).toBe(false);
  }
  expect(loaders.page).not.toHaveBeenCalled();
});
