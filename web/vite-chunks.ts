import { statSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Rolldown } from 'vite';
import routes from './app/routes.ts';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type Group = Groups[number];
type Graph = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1];

const fileOf = (name: string): string => path.join(import.meta.dirname, 'app', name);

/** Pages that are opened first and most, by their addresses: what they load counts as much as ten other pages. */
const HOT_PAGES = [
  'ad/:board_id',
  'user/:user_id',
  'user/:user_id/social',
  'user/:user_id/social/:publish_id',
  'circle',
  'profile/messages',
  'conversation/:user_id',
];
const HOT_WEIGHT = 10;
/** The page that most people see first, without anything in their cache: a byte that it does not need counts more again. */
const LIST_BYTES = 60;
/** Far fewer modules than the root imports. */
const MODULES_MIN = 20;
/** The page of the list is a shell for it. */
const LIST_BODY = fileOf('market/ads/list/ads-body.tsx');
/** Where `quietBody` is. */
export const QUIET_BODY = fileOf('ui/page/quiet-body.tsx');
/** What it loads: rendered by the server with their pages. */
export const BODIES = [
  LIST_BODY,
  ...['messaging/chat/chat-view.tsx', 'pages/person-body.tsx', 'pages/publication-body.tsx'].map(fileOf),
];
/** Asked for by the frame, on every page, once somebody has signed in. */
const SESSION_PARTS = [
  'pages/session-parts.ts',
  'messaging/chat/engine/start-chat-client.ts',
  'ui/frame/user-menu.tsx',
  'ui/frame/account-rows.tsx',
].map(fileOf);

/** A lazy part mostly finds what it shares with its page there already. */
const LAZY_WEIGHT = 0.2;
const LAZY_BYTES = 0.5;
/** Some are asked for as soon as their page is alive. */
const ASKED_BYTES = 2;

/**
 * What one more file costs a page, as bytes: its headers, its entry in the manifest, what it compresses worse, and its place in
 * the six connections of HTTP/1.1. Chosen by the budgets of `e2e/site/first-load.e2e.ts`: fewer files cost bytes, and the other way round.
 */
const FILE_COST = 12_000;
/** Bytes of a compressed file for each character of a module. */
const COMPRESSED = 0.2;

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
const STYLES = /\.css(\?|$)/;
const TEXTS = /virtual:texts\/\w+\//;

/** A page or a lazy part: what is loaded at once. */
interface Load {
  files: string[];
  /** What a file costs it, beside others. */
  weight: number;
  /** What a byte costs it that it does not need. */
  byteWeight: number;
}

function pagesOf(list: readonly RouteConfigEntry[], layouts: readonly string[] = []): Load[] {
  return list.flatMap(({ file, path, index, children = [] }) => {
    const files = [...layouts, fileOf(file)];
    if (children.length > 0) return pagesOf(children, files);
    const isHot = index === true || (path !== undefined && HOT_PAGES.includes(path));
    const weight = isHot ? HOT_WEIGHT : 1;
    return [{ files, weight, byteWeight: index === true ? weight * LIST_BYTES : weight }];
  });
}

/** The modules that are loaded with these files at once: everything that they import statically, and what that imports. */
function reachableFrom(files: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

/** The dynamically imported modules that these lead to, directly or through one another. */
function lazyPartsOf(modules: Iterable<string>, graph: Graph): Set<string> {
  const parts = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...modules];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const part of dynamicallyImportedIds) if (!TEXTS.test(part)) parts.add(part);
    waiting.push(...importedIds, ...dynamicallyImportedIds);
  }
  return parts;
}

/** Modules that will be one file, with who loads it and which other files it needs. */
interface File {
  modules: string[];
  bytes: number;
  users: Set<Load>;
  imports: Set<File>;
}

/** The file with everything that it imports, directly or through others: who loads it loads them all. */
function withImports(file: File): Set<File> {
  const reached = new Set<File>([file]);
  for (const of of reached) for (const imported of of.imports) reached.add(imported);
  return reached;
}

/** What these users pay for files that some of them do not load yet. */
function costOf(files: Iterable<File>, users: Iterable<Load>): number {
  let cost = 0;
  for (const file of files)
    for (const user of users) if (!file.users.has(user)) cost += user.weight * FILE_COST + user.byteWeight * file.bytes;
  return cost;
}

/** What it gains to make one file of two: a file less for who loads both, against what the others load in vain then. */
function gainOf(one: File, other: File): number {
  let gain = 0;
  for (const user of new Set([...one.users, ...other.users])) gain += user.weight * FILE_COST;
  return gain - costOf(withImports(other), one.users) - costOf(withImports(one), other.users);
}

/** Whether one file leads to another through a third one: as one file they would import themselves in a circle. */
function leadsThroughOthers(from: File, to: File): boolean {
  const seen = new Set<File>([from]);
  const waiting = [...from.imports].filter((file) => file !== to);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (file === to) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...file.imports);
  }
  return false;
}

function merge(files: Set<File>, one: File, other: File): void {
  one.modules.push(...other.modules);
  one.bytes += other.bytes;
  for (const user of other.users) one.users.add(user);
  for (const file of other.imports) one.imports.add(file);
  one.imports.delete(one);
  one.imports.delete(other);
  files.delete(other);
  for (const file of files) if (file.imports.delete(other) && file !== one) file.imports.add(one);
  for (const file of withImports(one)) for (const user of one.users) file.users.add(user);
}

/** Merges files, the greatest gain first, until no merge is worth it. */
export function mergeFiles(files: Set<File>): void {
  const gains = new Map<File, Map<File, number>>();
  const weigh = (one: File, others: Iterable<File>): void => {
    const worthwhile = [...others].flatMap((other) => {
      const gain = other === one ? 0 : gainOf(one, other);
      return gain > 0 ? [[other, gain] as const] : [];
    });
    gains.set(one, new Map(worthwhile));
  };
  const waiting = new Set(files);
  for (const file of files) {
    waiting.delete(file);
    weigh(file, waiting);
  }
  for (;;) {
    let best: { gain: number; pair: readonly [File, File] } | undefined;
    for (const [one, row] of gains)
      for (const [other, gain] of row) {
        if (gain <= (best?.gain ?? 0)) continue;
        if (leadsThroughOthers(one, other) || leadsThroughOthers(other, one)) continue;
        // Merges since then may have changed what it is worth.
        const gainNow = gainOf(one, other);
        row.set(other, gainNow);
        if (gainNow > (best?.gain ?? 0)) best = { gain: gainNow, pair: [one, other] };
      }
    if (best === undefined) return;
    const [one, other] = best.pair;
    merge(files, one, other);
    gains.delete(other);
    for (const row of gains.values()) {
      row.delete(one);
      row.delete(other);
    }
    weigh(one, files);
  }
}

/** The graph has the names of a stylesheet's classes only; its own length is that of its source. */
function bytesOf(id: string, graph: Graph): number {
  const length = STYLES.test(id) ? statSync(id.replace(/\?.*/, '')).size : (graph.getModuleInfo(id)?.code?.length ?? 0);
  return length * COMPRESSED;
}

/** Files of the modules that the same pages and lazy parts load, and no others; what one alone loads is in its own file. */
function groupByUsers(loads: readonly Load[], isElsewhere: (id: string) => boolean, graph: Graph): Set<File> {
  const users = new Map<string, number[]>();
  for (const [index, { files }] of loads.entries())
    for (const id of reachableFrom(files, graph))
      if (!isElsewhere(id)) users.set(id, [...(users.get(id) ?? []), index]);
  const files = new Map<string, File>();
  const fileOfModule = new Map<string, File>();
  for (const [id, of] of users) {
    if (of.length === 1) continue;
    const file = files.get(of.join()) ?? {
      modules: [],
      bytes: 0,
      users: new Set(of.map((index) => loads[index]).filter((load) => load !== undefined)),
      imports: new Set(),
    };
    files.set(of.join(), file);
    fileOfModule.set(id, file);
    file.modules.push(id);
    file.bytes += bytesOf(id, graph);
  }
  for (const [id, file] of fileOfModule)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      const target = fileOfModule.get(imported);
      if (target !== undefined && target !== file) file.imports.add(target);
    }
  return new Set(files.values());
}

/** The name of the chunk of each module; the others are in the file of the page or the lazy part that loads them. */
function nameChunks(graph: Graph): Map<string, string> {
  const frame = reachableFrom([fileOf('root.tsx'), fileOf('entry.client.tsx')], graph);
  if (frame.size < MODULES_MIN) throw new Error('The root imports nothing: the graph has other ids now');
  const pages = pagesOf(routes);
  const hot = pages.filter(({ weight }) => weight === HOT_WEIGHT);
  if (hot.length !== HOT_PAGES.length + 1) throw new Error('A page that is opened most has another address now');
  // Styles of the list are in the frame, so that the list needs one stylesheet.
  const list = pages.filter(({ weight, byteWeight }) => byteWeight > weight).flatMap(({ files }) => files);
  for (const id of reachableFrom([...list, LIST_BODY], graph)) if (STYLES.test(id)) frame.add(id);
  const lazyParts = lazyPartsOf([...frame, ...pages.flatMap(({ files }) => files)], graph);
  const ofHotPages = new Set(
    [
      ...frame,
      ...reachableFrom(
        hot.flatMap(({ files }) => files),
        graph,
      ),
    ].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  );
  const loads = [
    ...pages,
    ...[...lazyParts].map((file) => {
      if (file === LIST_BODY) return { files: [file], weight: HOT_WEIGHT, byteWeight: HOT_WEIGHT * LIST_BYTES };
      if (SESSION_PARTS.includes(file) || BODIES.includes(file))
        return { files: [file], weight: HOT_WEIGHT, byteWeight: HOT_WEIGHT };
      return { files: [file], weight: LAZY_WEIGHT, byteWeight: ofHotPages.has(file) ? ASKED_BYTES : LAZY_BYTES };
    }),
  ];
  const files = groupByUsers(loads, (id) => frame.has(id) || FRAMEWORK.test(id), graph);
  mergeFiles(files);
  const names = new Map<string, string>();
  for (const id of frame) if (!FRAMEWORK.test(id)) names.set(id, 'frame');
  // Short names: each is part of the route manifest.
  for (const [index, { modules }] of [...files].entries()) for (const id of modules) names.set(id, `part-${index}`);
  return names;
}

/**
 * Chunks of the browser's build, computed from what pages and lazy parts import: first a file for the modules that the same
 * ones load, then files are merged as long as a request less is worth more than the bytes that some then load in vain.
 */
export function chunkGroups(): Group[] {
  let names: Map<string, string> | undefined;
  return [
    { name: 'react', test: FRAMEWORK },
    {
      debugName: 'parts',
      name: (id, graph) => {
        names ??= nameChunks(graph);
        return names.get(id) ?? null;
      },
      includeDependenciesRecursively: false,
    },
  ];
}
