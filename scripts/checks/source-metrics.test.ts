import { expect, test } from 'vitest';
import { countComments, countDuplicates, functionsOf, membersOf, percentile } from './source-metrics.ts';

const block = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `  use(${from + index});`).join('\n');

test('six equal lines are a pair, five are none', () => {
  expect(countDuplicates([block(1, 6), block(1, 6)])).toBe(1);
  expect(countDuplicates([block(1, 5), block(1, 5)])).toBe(0);
});

test('a longer run is one pair, and three places are three', () => {
  expect(countDuplicates([block(1, 20), `other();\n${block(1, 20)}`])).toBe(1);
  expect(countDuplicates([block(1, 6), block(1, 6), block(1, 6)])).toBe(3);
});

test('two runs in one file are two pairs, also within that file', () => {
  expect(countDuplicates([`${block(1, 6)}\nother();\n${block(1, 6)}`])).toBe(1);
  expect(
    countDuplicates([`${block(1, 6)}\nfirst();\n${block(50, 6)}`, `${block(1, 6)}\nsecond();\n${block(50, 6)}`]),
  ).toBe(2);
});

test('imports and comments neither make a pair nor part one', () => {
  const imports = Array.from({ length: 8 }, (_, index) => `import { a${index} } from './a${index}.ts';`).join('\n');
  expect(countDuplicates([imports, imports])).toBe(0);
  const long = `import {\n${block(1, 8)}\n} from './a.ts';`;
  expect(countDuplicates([long, long])).toBe(0);
  expect(countDuplicates([block(1, 6), `${block(1, 3)}\n  // Why.\n\n${block(4, 3)}`])).toBe(1);
});

test('blocks that are mostly brackets make no pair', () => {
  const closing = (count: number): string => `${block(1, 6 - count)}\n${'}\n'.repeat(count)}`;
  expect(countDuplicates([closing(4), closing(4)])).toBe(0);
  expect(countDuplicates([closing(3), closing(3)])).toBe(1);
});

test('functions reach from their first line to their last', () => {
  const source = `export async function open(
  first: string,
): Promise<void> {
  if (first) {
    close();
  }
}

const list = (
  a: number,
) => {
  return a;
};

class Desk {
  read(name: string): string {
    return name;
  }
}

export const Row = ({ name }: Props) => (
  <p>
    {name}
  </p>
);
`;
  expect(functionsOf('a.tsx', source).map(({ line, lines }) => [line, lines])).toEqual([
    [1, 7],
    [9, 5],
    [16, 3],
    [21, 5],
  ]);
});

test('comments of several lines count once', () => {
  expect(countComments('/**\n * One.\n */\na();\n// Two\n// goes on.\nb();\n  {/* Three. */}\n')).toBe(3);
});

test('members of an interface are its own', () => {
  const source =
    'export interface A {\n  one: { inner: string };\n  /** Two. */\n  two(tx: Tx): void;\n}\ninterface B {\n  c: 1;\n}\n';
  expect(membersOf(source, 'A')).toEqual(['one', 'two']);
});

test('members of an interface are counted by their names', () => {
  const source = `export interface Other {
  a: string;
}

/** Comment: with a colon. */
export interface Services {
  db: Db;
  /** What it is: a clock. */
  clock?: Clock;
  run(task: Task): Promise<void>;
  parts: {
    inner: string;
  };
}
`;
  expect(membersOf(source, 'Services')).toEqual(['db', 'clock', 'run', 'parts']);
  expect(membersOf(source, 'Missing')).toEqual([]);
  const merged = "declare module './a.ts' {\n  interface Services {\n    live: Live;\n  }\n}\n";
  expect(membersOf(merged, 'Services')).toEqual(['live']);
});

test('a percentile is one of the values', () => {
  expect(percentile([5, 1, 3, 2, 4], 0.8)).toBe(4);
  expect(percentile([], 0.99)).toBe(0);
});
