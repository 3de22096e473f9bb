import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TOKENS = path.join(import.meta.dirname, 'app/ui/tokens.css');
const SHARED = path.join(import.meta.dirname, 'app/ui/shared.css');
const BREAKPOINT = /@custom-media\s+(--[a-z]+)\s+(\([^;]+\));\n?/g;
const SIZE = /^\s*(--ok-(?:text|space|radius|layer)-[a-z0-9]+):\s*([^;]+);/gm;
const GROUP = /^\.([a-z0-9-]+) \{([^}]*)\}/gm;
const QUERY = /@media[^{]+/g;
const COMPOSED = /composes: ([a-z0-9- ]+) from shared;/g;

/** What tokens, breakpoints and groups of declarations stand for, by their names. */
export type Tokens = ReadonlyMap<string, string>;

/**
 * Writes out what stylesheets name and browsers do not know: breakpoints of `tokens.css` and groups of `shared.css`, which CSS modules could
 * only compose in rules of one class. Sizes that never change are written out too: their names would make every stylesheet longer.
 */
export function tokensPlugin(): Plugin {
  return {
    name: 'okolo-tokens',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/[^?]+\.css(\?|$)/ },
      handler(source) {
        for (const file of [TOKENS, SHARED]) this.addWatchFile(file);
        const tokens = readTokens(readFileSync(TOKENS, 'utf8'), readFileSync(SHARED, 'utf8'));
        return { code: writeOutTokens(source, tokens), map: null };
      },
    },
  };
}

/** Of sizes only those that are the same everywhere: one that is defined twice depends on the window. */
export function readTokens(source: string, shared: string): Tokens {
  const sizes = [...source.matchAll(SIZE)].map(([, name = '', value = '']) => [name, value] as const);
  const fixed = sizes.filter(([name]) => sizes.filter(([other]) => other === name).length === 1);
  return new Map([
    ...fixed,
    ...[...source.matchAll(BREAKPOINT)].map(([, name = '', query = '']) => [name, query] as const),
    ...[...shared.matchAll(GROUP)].map(([, name = '', declarations = '']) => [name, declarations.trim()] as const),
  ]);
}

/** The stylesheet without names where it is known what they stand for. Throws for a breakpoint or group that nobody defined. */
export function writeOutTokens(source: string, tokens: Tokens): string {
  return source
    .replace(BREAKPOINT, '')
    .replace(QUERY, (query) => query.replace(/\((--[a-z-]+)\)/g, (_, name) => meaning(name, tokens)))
    .replace(COMPOSED, (_, names: string) =>
      names
        .split(' ')
        .map((name) => meaning(name, tokens))
        .join('\n  '),
    )
    .replace(/var\((--ok-[a-z0-9-]+)\)/g, (whole, name) => sizeOf(name, tokens) ?? whole);
}

function meaning(name: string, tokens: Tokens): string {
  const found = tokens.get(name);
  if (found === undefined) throw new Error(`No breakpoint or group is called ${name}`);
  return found;
}

/** A multiple of a size names that size again. */
function sizeOf(name: string, tokens: Tokens): string | undefined {
  return tokens.get(name)?.replace(/var\((--ok-[a-z0-9-]+)\)/g, (whole, inner) => sizeOf(inner, tokens) ?? whole);
}
