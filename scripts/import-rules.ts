import path from 'node:path';

export interface Import {
  from: string;
  to: string;
}

interface Rule {
  message: string;
  breaks(edge: Import): boolean;
}

const DOMAIN = /^server\/src\/([a-z-]+)\//;
const domainOf = (file: string): string | undefined => {
  const [, domain] = DOMAIN.exec(file) ?? [];
  return domain === 'platform' || domain === 'site' ? undefined : domain;
};
/** Files of the composition root may import every domain; only the entry point imports them. */
const isRoot = (file: string): boolean => /^server\/src\/[a-z-]+\.ts$/.test(file);
const isTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) || /^(server\/test|server\/bench|e2e)\//.test(file);

/** Types that every domain may import. */
const SHARED_TYPES = new Set(['server/src/services.ts', 'server/src/database.ts']);

const RULES: readonly Rule[] = [
  {
    message: 'the contract imports zod only',
    breaks: ({ from, to }) =>
      from.startsWith('contract/src/') && !isTest(from) && !to.startsWith('contract/') && to !== 'zod',
  },
  {
    message: 'web and server never import each other',
    breaks: ({ from, to }) =>
      (from.startsWith('web/') && to.startsWith('server/')) ||
      (from.startsWith('server/src/') && to.startsWith('web/')),
  },
  {
    message: 'platform and ui import no domain',
    breaks: ({ from, to }) =>
      (from.startsWith('server/src/platform/') && (domainOf(to) !== undefined || isRoot(to)) && !isTest(from)) ||
      (/^web\/app\/platform\//.test(from) && /^web\/app\/(?!platform\/|ui\/)[a-z]+\//.test(to) && !isTest(from)),
  },
  {
    message: 'another domain is reached through its .public.ts',
    breaks: ({ from, to }) => {
      const [mine, theirs] = [domainOf(from), domainOf(to)];
      return (
        mine !== undefined &&
        theirs !== undefined &&
        mine !== theirs &&
        !/\.(public|tables)\.ts$/.test(to) &&
        !isTest(from)
      );
    },
  },
  {
    message: 'domains do not import the composition root',
    breaks: ({ from, to }) => domainOf(from) !== undefined && isRoot(to) && !SHARED_TYPES.has(to) && !isTest(from),
  },
];

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:type\s)?(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/**
 * Returns all imports of a source text, resolved against its file; packages keep their names. Type-only imports count.
 */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, plain, dynamic]) => {
    const wanted = plain ?? dynamic ?? '';
    if (wanted.startsWith('.')) return { from: file, to: path.posix.join(path.posix.dirname(file), wanted) };
    const contract = /^(?:@app\/|#)contract\/(.+)$/.exec(wanted)?.[1];
    return { from: file, to: contract === undefined ? wanted : `contract/src/${contract}.ts` };
  });
}

export function violations(imports: readonly Import[]): string[] {
  return imports.flatMap((edge) =>
    RULES.filter((rule) => rule.breaks(edge)).map((rule) => `${edge.from} imports ${edge.to}: ${rule.message}`),
  );
}
