import { fileURLToPath } from 'node:url';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Rolldown } from 'vite';
import routes from './app/routes.ts';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type Group = Groups[number];
type Graph = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1];

/** Pages that guests open first, by their addresses. A name stands for the page in the names of chunks. */
const GUEST_PAGES = { ad: 'ad/:board_id', person: 'user/:user_id', publication: 'user/:user_id/social/:publish_id' };
const GUEST_NAMES = ['ad', 'person', 'publication'] as const;
/** What several of them share, the most widely shared first: a group takes the imports of its modules along. */
const SHARED = [
  ['ad', 'person', 'publication'],
  ['ad', 'person'],
  ['ad', 'publication'],
  ['person', 'publication'],
] as const;

/** From this number of other pages on, code that guests' pages share is apart from what only they share. */
const ELSEWHERE = 4;

/** Asked for by the frame, on every page, once somebody has signed in. */
const SESSION_PARTS = [
  'pages/session-parts.ts',
  'messaging/chat/engine/start-chat-client.ts',
  'ui/frame/user-menu.tsx',
  'ui/frame/account-rows.tsx',
];

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
const ICONS = /icons\/Icon\w+\.mjs/;
/** Modules of some hundred bytes, which many pages use: icons and endpoints. */
const SMALL = /icons\/Icon\w+\.mjs|okolo-contract/;
const STYLES = /\.css(\?|$)/;

const fileOf = (name: string): string => fileURLToPath(new URL(`app/${name}`, import.meta.url));

/** Throws when no page has the address, so that a changed route cannot change the chunks silently. */
function pageAt(address: string | undefined, list: readonly RouteConfigEntry[] = routes): string {
  const found = list.find(({ path, index }) => (address === undefined ? index === true : path === address));
  if (found === undefined) throw new Error(`No page has the address ${address ?? '/'}`);
  return fileOf(found.file);
}

function pagesOf(list: readonly RouteConfigEntry[]): string[] {
  return list.flatMap(({ file, children = [] }) => (children.length > 0 ? pagesOf(children) : [fileOf(file)]));
}

/** The modules that are loaded with these files at once (everything that they import statically, and what that imports), or ever. */
function reachableFrom(files: readonly string[], graph: Graph, when: 'at once' | 'later too' = 'at once'): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const module = graph.getModuleInfo(id);
    waiting.push(...(module?.importedIds ?? []), ...(when === 'at once' ? [] : (module?.dynamicallyImportedIds ?? [])));
  }
  if (reached.size <= files.length) throw new Error(`${files.join(', ')} import nothing: the graph has other ids now`);
  return reached;
}

/**
 * One name for all modules that the same pages load at once and no other page ever loads: a file of them costs no page
 * a byte that it does not need. The bundler alone makes a file for every lazy part that uses them as well.
 */
function nameSamePages(graph: Graph): (id: string) => string | null {
  const pages = pagesOf(routes);
  const atOnce = pages.map((file) => reachableFrom([file], graph));
  const ever = pages.map((file) => reachableFrom([file], graph, 'later too'));
  const lazyParts = [...new Set(ever.flatMap((reached) => [...reached]))].flatMap(
    (id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
  );
  const inLazyParts = reachableFrom(lazyParts, graph);
  const indexesIn = (reached: readonly Set<string>[], id: string) =>
    reached.flatMap((of, index) => (of.has(id) ? [index] : [])).join();
  // Short names: each is part of the route manifest.
  const names = new Map<string, string>();
  return (id) => {
    const users = indexesIn(atOnce, id);
    // What one page alone uses is in the page's own file.
    if (pages.includes(id) || (!users.includes(',') && !inLazyParts.has(id))) return null;
    if (users === '' || users !== indexesIn(ever, id)) return null;
    const name = names.get(users) ?? `pages-${names.size}`;
    names.set(users, name);
    return name;
  };
}

function measureGraph(graph: Graph) {
  const every = reachableFrom([fileOf('root.tsx'), fileOf('entry.client.tsx')], graph);
  const session = reachableFrom(SESSION_PARTS.map(fileOf), graph);
  const samePagesName = nameSamePages(graph);
  const list = reachableFrom([pageAt(undefined)], graph);
  const guests = GUEST_NAMES.map((name) => [name, reachableFrom([pageAt(GUEST_PAGES[name])], graph)] as const);
  const others = pagesOf(routes)
    .filter((file) => !guests.some(([name]) => file === pageAt(GUEST_PAGES[name])))
    .map((file) => reachableFrom([file], graph));
  const guestsOf = (id: string) => guests.flatMap(([name, reached]) => (reached.has(id) ? [name] : []));
  return {
    /** Styles of the list are in the frame, so that the list needs one stylesheet. */
    isFrame: (id: string) =>
      every.has(id) || (list.has(id) && (STYLES.test(id) || guestsOf(id).some((name) => name !== 'ad'))),
    isSession: (id: string) => session.has(id),
    samePagesName,
    isList: (id: string) => list.has(id) && id !== pageAt(undefined),
    isSmall: (id: string) => SMALL.test(id) && guestsOf(id).length > 0,
    isSharedBy: (id: string, names: readonly string[]) => guestsOf(id).join() === names.join(),
    isUsedElsewhere: (id: string) => others.filter((reached) => reached.has(id)).length >= ELSEWHERE,
  };
}

/**
 * Chunks of the browser's build, computed from what the pages import. Code that every page needs is one file: twenty
 * small files compress worse and queue on slow phones, and each adds an entry to the route manifest of the first load.
 */
export function chunkGroups(): Group[] {
  let measured: ReturnType<typeof measureGraph> | undefined;
  const named = (
    debugName: string,
    nameOf: (of: ReturnType<typeof measureGraph>, id: string) => string | null,
  ): Group => ({
    debugName,
    name: (id, graph) => {
      measured ??= measureGraph(graph);
      return nameOf(measured, id);
    },
  });
  const computed = (name: string, isIn: (of: ReturnType<typeof measureGraph>, id: string) => boolean): Group =>
    named(name, (of, id) => (isIn(of, id) ? name : null));
  return [
    { name: 'react', test: FRAMEWORK },
    computed('frame', ({ isFrame }, id) => isFrame(id)),
    computed('list-shared', ({ isList, isUsedElsewhere }, id) => isList(id) && isUsedElsewhere(id)),
    computed('list', ({ isList }, id) => isList(id)),
    computed('signs', ({ isSmall }, id) => isSmall(id)),
    // What other pages load as well is apart, so that they do not load the rest with it.
    ...SHARED.flatMap((names) => [
      computed(names.join('-'), (of, id) => of.isSharedBy(id, names) && of.isUsedElsewhere(id)),
      computed(`${names.join('-')}-only`, ({ isSharedBy }, id) => isSharedBy(id, names)),
    ]),
    { name: 'icons', test: ICONS, minShareCount: 2 },
    computed('session', ({ isSession }, id) => isSession(id)),
    // What these modules import is loaded by the same pages or by more, so that it has a name of its own.
    { ...named('pages', ({ samePagesName }, id) => samePagesName(id)), includeDependenciesRecursively: false },
  ];
}
