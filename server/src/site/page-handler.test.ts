import { type EntryContext, RouterContextProvider, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
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

const build = {
  entry: {
    module: {
      default: (_request: Request, status: number, headers: Headers, context: EntryContext) =>
        Response.json(
          {
            known: Object.keys(context.manifest.routes),
            loaded: context.staticHandlerContext.loaderData,
          },
          { status, headers },
        ),
    },
  },
  routes,
  assets: { entry: { module: '', imports: [] }, routes, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy' },
} as unknown as ServerBuild;

const handler = createPageHandler(build, 'production');
const ask = (path: string): Promise<Response> =>
  handler(new Request(`http://localhost${path}`), new RouterContextProvider());
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

test('a navigation gets its data, and the browser any route that it asks for', async () => {
  expect(await (await ask('/user/7/ads.data')).text()).toContain('"ads"');
  expect(await (await ask('/_.data')).text()).toContain('"home"');
  const manifest = await ask('/__manifest?paths=/add,/policy&version=1');
  expect(Object.keys((await manifest.json()) as object).sort()).toEqual(['add', 'document', 'form', 'root']);
});
