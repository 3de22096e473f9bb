export interface Finding {
  what: string;
  count: number;
  /** The first ones, which can be sent again. */
  examples: string[];
}

const EXAMPLES_MAX = 2;

export interface Findings {
  add(what: string, example: string): void;
  list(): Finding[];
}

/** Counts what is found, by what it is, and prints each kind when it is met first. */
export function createFindings(): Findings {
  const found = new Map<string, Finding>();
  return {
    add(what, example) {
      const known = found.get(what);
      if (known === undefined) console.log(`${what}:\n${example}\n`);
      const one = known ?? { what, count: 0, examples: [] };
      one.count += 1;
      if (one.examples.length < EXAMPLES_MAX) one.examples.push(example);
      found.set(what, one);
    },
    list: () => [...found.values()].sort((a, b) => b.count - a.count),
  };
}
