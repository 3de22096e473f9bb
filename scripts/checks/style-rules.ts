/** What one kind of value may be. */
interface Rule {
  properties: RegExp;
  message: string;
  /** Of a value in which every token is written as `TOKEN`. */
  allows(value: string): boolean;
}

/** At most so many tokens of a kind: another one is a question to whoever designs the site. */
const TOKENS_MAX = { text: 10, space: 10, radius: 6, layer: 6 } as const;
const BREAKPOINTS_MAX = 4;

const TOKEN = /var\((--ok-(?:text|space|radius|layer)-[a-z0-9]+)\)/g;
const DEFINITION = /^\s*(--ok-(text|space|radius|layer)-[a-z0-9]+):/gm;
const GROUP = /^\.([a-z0-9-]+) \{/gm;
const COMPOSED = /composes: ([a-z0-9- ]+) from shared;/g;
const BREAKPOINT = /@custom-media\s+--[a-z]+\s+\((?:min|max)-width: ([\d.]+)em\);/g;
/** A comment, a declaration, or a rule for some windows. Selectors with a colon are followed by a brace, not by a semicolon. */
const PARTS = /\/\*([\s\S]*?)\*\/|(?<![\w-])(-{0,2}[a-z][a-z-]*)\s*:\s*([^;{}]+);|@(?:media|container)([^{]+)/g;
const EXCUSE = /^\s*Off the scale: \S.{8,}/;
const LENGTH = /(?<![\w.-])-?[\d.]+(?:px|rem|em|vw|vh|ch)\b/;
/** So thin that a step of the scale would show. */
const THIN = /(?<![\w.-])-?[12]px\b/g;

/** A sum may name the width of a neighbour beside a token: what stands there is as far away as that. */
const withoutSums = (value: string): string =>
  value.replace(/calc\((?:[^()]|\([^()]*\))*TOKEN(?:[^()]|\([^()]*\))*\)/g, '');

const RULES: readonly Rule[] = [
  {
    properties: /^font-size$/,
    message: 'sizes of type are --ok-text-*',
    allows: (value) => /^(TOKEN|inherit)$/.test(value),
  },
  {
    properties: /^font$/,
    message: 'sizes of type are --ok-text-*',
    allows: (value) => value === 'inherit' || /(^|\s)TOKEN(\s|$)/.test(value),
  },
  {
    properties: /^(border-([a-z]+-){0,2}radius|--[a-z-]+-radius)$/,
    message: 'corners are --ok-radius-*',
    allows: (value) => /^((TOKEN|0|inherit|var\(--[a-z-]+(, (TOKEN|0))?\))(\s|$))+$/.test(value),
  },
  {
    properties: /^z-index$/,
    message: 'layers are --ok-layer-*',
    allows: (value) => /^(TOKEN|auto|calc\(-1 \* TOKEN\))$/.test(value),
  },
  {
    properties: /^((row-|column-)?gap|(scroll-)?(padding|margin)(-[a-z-]+)?|--[a-z-]+-gap)$/,
    message: 'spaces are --ok-space-*',
    allows: (value) => !LENGTH.test(withoutSums(value).replace(THIN, '')),
  },
];

/** What `tokens.css` defines. */
export interface Scale {
  tokens: ReadonlySet<string>;
  /** In em. */
  breakpoints: ReadonlySet<number>;
}

export function scaleOf(tokens: string): Scale {
  return {
    tokens: new Set([...tokens.matchAll(DEFINITION)].map(([, name = '']) => name)),
    breakpoints: new Set([...tokens.matchAll(BREAKPOINT)].map(([, em]) => Number(em))),
  };
}

/** Where the scale itself has grown too long. */
export function scaleViolations({ tokens, breakpoints }: Scale): string[] {
  const kinds = Object.entries(TOKENS_MAX).flatMap(([kind, max]) => {
    const count = [...tokens].filter((name) => name.startsWith(`--ok-${kind}-`)).length;
    return count > max ? [`${count} tokens of ${kind}, and ${max} are enough`] : [];
  });
  return breakpoints.size > BREAKPOINTS_MAX
    ? [...kinds, `${breakpoints.size} breakpoints, and ${BREAKPOINTS_MAX} are enough`]
    : kinds;
}

/** What in a stylesheet is no token, one line each. `/* Off the scale: why *\/` excuses the declaration or rule after it. */
export function stylesheetViolations(file: string, source: string, scale: Scale): string[] {
  const found: string[] = [];
  let isExcused = false;
  for (const { 0: part, 1: comment, 2: property, 3: value, 4: query, index } of source.matchAll(PARTS)) {
    const line = source.slice(0, index).split('\n').length;
    if (comment !== undefined) {
      isExcused = EXCUSE.test(comment);
      continue;
    }
    const problems = query === undefined ? valueProblems(property ?? '', value ?? '', scale) : queryProblems(query);
    if (!isExcused) found.push(...problems.map((problem) => `${file}:${line} ${oneLine(part)}: ${problem}`));
    isExcused = false;
  }
  return found;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function valueProblems(property: string, value: string, { tokens }: Scale): string[] {
  const unknown = [...value.matchAll(TOKEN)].flatMap(([, name = '']) =>
    tokens.has(name) ? [] : [`there is no ${name}`],
  );
  const plain = oneLine(value).replace(TOKEN, 'TOKEN');
  const broken = RULES.filter((rule) => rule.properties.test(property) && !rule.allows(plain));
  return [...unknown, ...broken.map(({ message }) => message)];
}

const queryProblems = (query: string): string[] => (LENGTH.test(query) ? ['breakpoints have names'] : []);

const STYLE =
  /\b(fontSize|borderRadius|zIndex|gap|rowGap|columnGap|(?:padding|margin)[A-Z]?[A-Za-z]*): *('[^']*'|`[^`]*`|rem\([^)]*\)|-?[\d.]+|Math\.[^,}\n]*)/g;
const PROP =
  /(?<=\s)(p[xytblr]?|m[xytblr]?|fz|gap|rowGap|columnGap|spacing|radius|zIndex)=(?:"([^"]*)"|\{(-?[\d.]+|'[^']*')\})/g;
const WINDOW = /\((?:min|max)-width: ([\d.]+)(em|px)\)/g;
const EXCUSED_LINE = /\/\/ Off the scale: \S.{8,}\n[^\n]*$/;

/** What in the code of a component is no token: inline styles, properties of Mantine, queries about the window. */
export function componentViolations(file: string, source: string, { breakpoints }: Scale): string[] {
  const isExcused = (index: number): boolean => EXCUSED_LINE.test(source.slice(0, index));
  const say = (index: number, part: string, problem: string): string[] =>
    isExcused(index) ? [] : [`${file}:${source.slice(0, index).split('\n').length} ${part}: ${problem}`];
  return [
    ...[...source.matchAll(STYLE)].flatMap(({ 0: part, 2: value = '', index }) =>
      isToken(value.replace(/^['`]|['`]$/g, '')) ? [] : say(index, part, 'inline styles take tokens too'),
    ),
    ...[...source.matchAll(PROP)].flatMap(({ 0: part, 2: text, 3: code = '', index }) =>
      isToken(text ?? code.replaceAll("'", '')) ? [] : say(index, part, 'properties of components take tokens too'),
    ),
    ...[...source.matchAll(WINDOW)].flatMap(({ 0: part, 1: size, 2: unit, index }) =>
      unit === 'em' && breakpoints.has(Math.round(Number(size) * 10) / 10) ? [] : say(index, part, 'no breakpoint'),
    ),
  ];
}

/** A size of Mantine's theme stands for a token. */
const isToken = (value: string): boolean =>
  /^(0|auto|inherit|xs|sm|md|lg|xl)$/.test(value) || (value.includes('var(--') && !/\d(px|rem|em)\b/.test(value));

/** What stylesheets compose and `shared.css` does not define, and what it defines for fewer than two rules. */
export function groupViolations(shared: string, stylesheets: readonly string[]): string[] {
  const uses = new Map([...shared.matchAll(GROUP)].map(([, name = '']) => [name, 0]));
  const composed = stylesheets.flatMap((source) =>
    [...source.matchAll(COMPOSED)].flatMap(([, names = '']) => names.split(' ')),
  );
  for (const name of composed) if (uses.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [
    ...new Set(composed.filter((name) => !uses.has(name)).map((name) => `there is no shared group ${name}`)),
    ...[...uses].filter(([, count]) => count < 2).map(([name, count]) => `the shared group ${name} has ${count} uses`),
  ];
}
