import path from 'node:path';
import { domainOf, folderOf, isUpward, wingOf } from './wings.ts';

export interface Import {
  from: string;
  to: string;
  /** Whether the whole statement imports types only. */
  isType?: boolean;
}

interface Rule {
  message: string;
  breaks(edge: Import): boolean;
}

/** The composition root lists every domain; only entry files, tests and the site's renderer import it. */
const isRoot = (file: string): boolean => /^(server\/src\/[a-z-]+\.ts$|web\/app\/pages\/)/.test(file);
const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || /^(server\/test|server\/bench|e2e)\//.test(file);
/** Name the types of the wings above for everybody; only types, and nothing else may. */
const SHARED_TYPES = new Set(['server/src/platform/database/tables.ts']);

const RULES: readonly Rule[] = [
  {
    message: 'the contract imports zod only',
    breaks: ({ from, to }) =>
      from.startsWith('contract/src/') && !isTest(from) && !to.startsWith('contract/') && to !== 'zod',
  },
  {
    message: 'the media node imports the contract only',
    breaks: ({ from, to }) => from.startsWith('media-node/src/') && !isTest(from) && /^(server|web)\//.test(to),
  },
  {
    message: 'web and server never import each other',
    breaks: ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) ||
      (from.startsWith('server/src/') && to.startsWith('web/')),
  },
  {
    message: 'a wing imports only itself and the wings below it',
    breaks: ({ from, to }) => isUpward(from, to) && !SHARED_TYPES.has(from) && !isTest(from),
  },
  {
    message: 'ui imports platform and itself only',
    breaks: ({ from, to }) =>
      from.startsWith('web/app/ui/') &&
      to.startsWith('web/app/') &&
      !/^web\/app\/(ui|platform)\//.test(to) &&
      !isTest(from),
  },
  {
    message: 'platform imports no domain and not the composition root',
    breaks: ({ from, to }) =>
      /^(server\/src|web\/app)\/platform\//.test(from) &&
      !SHARED_TYPES.has(from) &&
      !isTest(from) &&
      /^(server\/src|web\/app)\/(?!platform\/|ui\/)/.test(to),
  },
  {
    message: 'another domain is reached through its .public.ts',
    breaks: ({ from, to }) => {
      const [own, other] = [domainOf(from), domainOf(to)];
      return (
        from.startsWith('server/src/') &&
        to.startsWith('server/src/') &&
        own !== undefined &&
        other !== undefined &&
        own !== other &&
        other !== 'platform' &&
        !/\.(public|tables)\.ts$/.test(to) &&
        !SHARED_TYPES.has(from) &&
        !isTest(from)
      );
    },
  },
  {
    message: 'domains do not import the composition root',
    breaks: ({ from, to }) => wingOf(from) !== undefined && isRoot(to) && !isTest(from),
  },
];

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(type\s)?(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/**
 * Returns all imports of a source text, resolved against its file; packages keep their names. Type-only imports count.
 */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, plain, dynamic]) => {
    const wanted = plain ?? dynamic ?? '';
    const isType = type !== undefined;
    if (wanted.startsWith('.')) return { from: file, to: path.posix.join(path.posix.dirname(file), wanted), isType };
    const contract = /^(?:@app\/|#)contract\/(.+)$/.exec(wanted)?.[1];
    return { from: file, to: contract === undefined ? wanted : `contract/src/${contract}.ts`, isType };
  });
}

export function violations(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) =>
    RULES.filter((rule) => rule.breaks(edge)).map((rule) => `${edge.from} imports ${edge.to}: ${rule.message}`),
  );
}

/** The folders that each folder imports values of. Types disappear in the build, and tests reach everywhere. */
function folderGraph(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to, isType } of imports) {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (isType || isTest(from) || own === undefined || other === undefined || own === other) continue;
    graph.set(own, (graph.get(own) ?? new Set()).add(other));
  }
  return graph;
}

function reachableFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const next of graph.get(folder) ?? [])
      if (!found.has(next)) {
        found.add(next);
        open.push(next);
      }
  return found;
}

/** Lists the groups of folders in which each one imports every other one, if only through the rest of the group. */
export function folderCycles(imports: readonly Import[]): string[] {
  const graph = folderGraph(imports);
  const reachable = new Map([...graph.keys()].map((folder) => [folder, reachableFrom(graph, folder)]));
  const groups = [...reachable].flatMap(([folder, found]) =>
    found.has(folder)
      ? [
          [...found]
            .filter((other) => reachable.get(other)?.has(folder))
            .sort()
            .join(', '),
        ]
      : [],
  );
  return [...new Set(groups)].map((group) => `${group}: folders import each other in a cycle`);
}

/** Lists a chain of files of which each imports values of the next, back to the first, for every group that has one. */
export function fileCycles(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>();
  for (const { from, to, isType } of imports) if (!isType) graph.set(from, [...(graph.get(from) ?? []), to]);
  const chain: string[] = [];
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string): void => {
    if (chain.includes(file)) found.push([...chain.slice(chain.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    chain.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    chain.pop();
  };
  for (const file of graph.keys()) visit(file);
  return found.map((files) => `${files}: files import each other in a cycle`);
}
