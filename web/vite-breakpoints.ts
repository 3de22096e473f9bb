import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TOKENS = path.join(import.meta.dirname, 'app/ui/tokens.css');
const DEFINITION = /@custom-media\s+(--[a-z]+)\s+(\([^;]+\));\n?/g;
const QUERY = /@media[^{]+/g;

/** Puts the breakpoints of `tokens.css` in the place of their names: browsers know no custom media yet. */
export function breakpointsPlugin(): Plugin {
  return {
    name: 'okolo-breakpoints',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/[^?]+\.css(\?|$)/ },
      handler(source) {
        this.addWatchFile(TOKENS);
        return { code: withBreakpoints(source, readBreakpoints(readFileSync(TOKENS, 'utf8'))), map: null };
      },
    },
  };
}

/** The breakpoints that a stylesheet defines, by their names. */
export function readBreakpoints(tokens: string): Map<string, string> {
  return new Map([...tokens.matchAll(DEFINITION)].map(([, name = '', query = '']) => [name, query]));
}

/** The stylesheet with every named breakpoint written out and without definitions. Throws for a name that nobody defined. */
export function withBreakpoints(source: string, breakpoints: ReadonlyMap<string, string>): string {
  return source.replace(DEFINITION, '').replace(QUERY, (query) =>
    query.replace(/\((--[a-z-]+)\)/g, (_, name) => {
      const found = breakpoints.get(name);
      if (found === undefined) throw new Error(`No breakpoint is called ${name}`);
      return found;
    }),
  );
}
