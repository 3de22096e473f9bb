/** Measures source text that Biome has formatted: the indentation says where a function or an interface ends. */

export interface Measured {
  file: string;
  line: number;
  lines: number;
}

const OPENS =
  /(?:\bfunction\b.*|=>) [({[]$|^\s*(?:(?:async|static|get|set|override|private|protected) )*[*#]?[\w$]+(?:<.*>)?\(.*\)(?:: .+)? \{$/;
const NO_FUNCTION = /^\s*(?:\} )?(?:if|for|while|switch|catch|else|do|return|describe|test|it)\b/;
/** The last line of parameters that take several lines. */
const PARAMETERS_END = /^\s*[}\])]+(?:: .+)? (?:=> [({[]|\{)$/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Every function whose body takes more than one line, with the lines from its first to its last. */
export function functionsOf(file: string, source: string): Measured[] {
  const lines = source.split('\n');
  const found: Measured[] = [];
  for (const [index, line] of lines.entries()) {
    const isEnd = PARAMETERS_END.test(line);
    if (!isEnd && (!OPENS.test(line) || NO_FUNCTION.test(line))) continue;
    const indent = indentOf(line);
    const start = isEnd ? lines.findLastIndex((one, at) => at < index && isAt(one, indent)) : index;
    const end = lines.findIndex((one, at) => at > index && one !== '' && indentOf(one) <= indent);
    if (end > start && !NO_FUNCTION.test(lines[start] ?? '')) {
      found.push({ file, line: start + 1, lines: end - start + 1 });
    }
  }
  return found;
}

const isAt = (line: string, indent: number): boolean => line !== '' && indentOf(line) === indent;

/** Comments, of which one may take several lines. */
export function countComments(source: string): number {
  const lines = source.split('\n').map((line) => line.trim());
  const starts = lines.filter(
    (line, at) => /^\{?\/\*/.test(line) || (line.startsWith('//') && !lines[at - 1]?.startsWith('//')),
  );
  return starts.length;
}

/** Members that an interface declares itself, also inside `declare module`. */
export function membersOf(source: string, name: string): string[] {
  const declared = new RegExp(`^( *)(?:export )?interface ${name} \\{\\n([\\s\\S]*?)^\\1\\}`, 'm');
  const [, indent = '', body = ''] = declared.exec(source) ?? [];
  return [...body.matchAll(new RegExp(`^${indent}  (\\w+)[?(:<]`, 'gm'))].map(([, member = '']) => member);
}

const IMPORTS = /^(?:import|export) (?:[\s\S]*?from )?'[^']+'(?: with \{.*\})?;$/gm;
const COMMENTS = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)$/gm;
/** Closing brackets alone say nothing. */
const NO_WORD = /^\W*$/;

const comparedLines = (source: string): string[] =>
  source
    .replace(IMPORTS, '')
    .replace(COMMENTS, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/**
 * Pairs of places at which at least `min` lines in a row are the same. A longer run counts once. Imports and comments
 * are left out, and so are blocks that are brackets for more than their half.
 */
export function countDuplicates(sources: readonly string[], min = 6): number {
  const files = sources.map(comparedLines);
  const places = new Map<string, [file: number, line: number][]>();
  for (const [file, lines] of files.entries()) {
    for (let line = 0; line + min <= lines.length; line++) {
      const block = lines.slice(line, line + min);
      if (block.filter((one) => NO_WORD.test(one)).length > min / 2) continue;
      const key = block.join('\n');
      const same = places.get(key);
      if (same === undefined) places.set(key, [[file, line]]);
      else same.push([file, line]);
    }
  }
  const before = ([file, line]: [number, number]): string | undefined => files[file]?.[line - 1];
  let pairs = 0;
  for (const same of places.values()) {
    for (const [at, one] of same.entries()) {
      for (const other of same.slice(at + 1)) {
        const text = before(one);
        // Otherwise this is the rest of a run that began further up.
        if (text === undefined || text !== before(other)) pairs += 1;
      }
    }
  }
  return pairs;
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
