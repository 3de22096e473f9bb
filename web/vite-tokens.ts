import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TOKENS = path.join(import.meta.dirname, 'app/ui/tokens.css');
const BREAKPOINT = /@custom-media\s+(--[a-z]+)\s+(\([^;]+\));\n?/g;
const SIZE = /^\s*(--ok-(?:text|space|radius|layer)-[a-z0-9]+):\s*([^;]+);/gm;
const QUERY = /@media[^{]+/g;

/** What tokens stand for, by their names. */
export type Tokens = ReadonlyMap<string, string>;

/**
 * Puts breakpoints and sizes of `tokens.css` in the place of their names: browsers know no custom media yet, and sizes that never
 * change would only make every stylesheet longer.
 */
export function tokensPlugin(): Plugin {
  return {
    name: 'okolo-tokens',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/[^?]+\.css(\?|$)/ },
      handler(source) {
        this.addWatchFile(TOKENS);
        return { code: writeOutTokens(source, readTokens(readFileSync(TOKENS, 'utf8'))), map: null };
      },
    },
  };
}

/** Breakpoints and the sizes that are the same everywhere: one that is defined twice depends on the window. */
export function readTokens(source: string): Tokens {
  const sizes = [...source.matchAll(SIZE)].map(([, name = '', value = '']) => [name, value] as const);
  const fixed = sizes.filter(([name]) => sizes.filter(([other]) => other === name).length === 1);
  return new Map([
    ...fixed,
    ...[...source.matchAll(BREAKPOINT)].map(([, name = '', query = '']) => [name, query] as const),
  ]);
}

/** The stylesheet without names of tokens where the token is known. Throws for a breakpoint that nobody defined. */
export function writeOutTokens(source: string, tokens: Tokens): string {
  return source
    .replace(BREAKPOINT, '')
    .replace(QUERY, (query) => query.replace(/\((--[a-z-]+)\)/g, (_, name) => breakpoint(name, tokens)))
    .replace(/var\((--ok-[a-z0-9-]+)\)/g, (whole, name) => sizeOf(name, tokens) ?? whole);
}

function breakpoint(name: string, tokens: Tokens): string {
  const query = tokens.get(name);
  if (query === undefined) throw new Error(`No breakpoint is called ${name}`);
  return query;
}

/** A multiple of a size names that size again. */
function sizeOf(name: string, tokens: Tokens): string | undefined {
  return tokens.get(name)?.replace(/var\((--ok-[a-z0-9-]+)\)/g, (whole, inner) => sizeOf(inner, tokens) ?? whole);
}
