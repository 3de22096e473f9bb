/** Values of limited size altogether: those that were not used for the longest time go first. */
export interface LatestUsed<Value> {
  find(key: string): Value | undefined;
  keep(key: string, value: Value): void;
}

export function createLatestUsed<Value>(
  sizeMax: number,
  sizeOf: (key: string, value: Value) => number,
): LatestUsed<Value> {
  const values = new Map<string, Value>();
  let size = 0;

  function take(key: string): Value | undefined {
    const value = values.get(key);
    if (value === undefined) return undefined;
    values.delete(key);
    size -= sizeOf(key, value);
    return value;
  }

  function add(key: string, value: Value): void {
    values.set(key, value);
    size += sizeOf(key, value);
  }

  return {
    find(key) {
      // A map keeps the order of insertion: the oldest one goes first.
      const value = take(key);
      if (value !== undefined) add(key, value);
      return value;
    },
    keep(key, value) {
      take(key);
      add(key, value);
      for (const oldest of values.keys()) {
        if (size <= sizeMax) break;
        take(oldest);
      }
    },
  };
}
