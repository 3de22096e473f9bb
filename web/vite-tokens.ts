import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TOKENS = path.join(import.meta.dirname, 'app/ui/tokens.css');
const SHARED = path.join(import.meta.dirname, 'app/ui/shared.css');
const BREAKPOINT = /@custom-media\s+(--[a-z]+)\s+(\([^;]+\));\n?/g;
const SIZE = /^\s*(--ok-(?:text|space|radius|layer)-[a-z0-9]+):\s*([^;]+);/gm;
const GROUP = /^\.([a-z0-9-]+) \{\n([\s\S]*?)^\}/gm;
const QUERY = /@media[^{]+/g;
const COMPOSED = /composes: ([a-z0-9- ]+) from shared;([^{}]*)\}/g;
/** In a group: a rule of a state or of a window, such as `&:hover`. */
const NESTED = /^ {2}[&@][^{]*\{[\s\S]*?^ {2}\}\n/gm;

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
    ...[...shared.matchAll(GROUP)].map(([, name = '', declarations = '']) => [name, declarations] as const),
  ]);
}

/** The stylesheet without names where it is known what they stand for. Throws for a breakpoint or group that nobody defined. */
export function writeOutTokens(source: string, tokens: Tokens): string {
  const written = source.replace(COMPOSED, (_, names: string, own: string) =>
    writeOutGroups(names.split(' '), own, tokens),
  );
  const [left] = /composes: [a-z0-9- ]+ from shared;/.exec(written) ?? [];
  if (left !== undefined) throw new Error(`A rule with rules inside it composes no groups: ${left}`);
  return written
    .replace(BREAKPOINT, '')
    .replace(QUERY, (query) => query.replace(/\((--[a-z-]+)\)/g, (_, name) => meaning(name, tokens)))
    .replace(/var\((--ok-[a-z0-9-]+)\)/g, (whole, name) => sizeOf(name, tokens) ?? whole);
}

/** The rest of a rule: declarations first, so that a state wins over what the rule says itself. */
function writeOutGroups(names: readonly string[], own: string, tokens: Tokens): string {
  const groups = names.map((name) => meaning(name, tokens));
  const plain = groups.map((group) => group.replace(NESTED, '').trim()).filter((group) => group !== '');
  const nested = groups.flatMap((group) => group.match(NESTED) ?? []);
  return `${plain.join('\n  ')}${own}${nested.join('')}}`;
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
