export interface Random {
  next(): number;
  whole(min: number, max: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Mulberry32: small, fast and deterministic on every machine. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    pick(items) {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffle(items) {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  };
}

export function seedOf(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 33) + (letter.codePointAt(0) ?? 0)) | 0, 11);
}
