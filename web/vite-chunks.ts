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

/** The modules that are loaded with these files: everything that they import statically, and what that imports. */
function reachableFrom(files: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  if (reached.size <= files.length) throw new Error(`${files.join(', ')} import nothing: the graph has other ids now`);
  return reached;
}

function measureGraph(graph: Graph) {
  const every = reachableFrom([fileOf('root.tsx'), fileOf('entry.client.tsx')], graph);
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
  const computed = (name: string, isIn: (of: ReturnType<typeof measureGraph>, id: string) => boolean): Group => ({
    debugName: name,
    name: (id, graph) => {
      measured ??= measureGraph(graph);
      return isIn(measured, id) ? name : null;
    },
  });
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
  ];
}
