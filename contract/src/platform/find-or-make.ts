/**
 * Finds the value of a key in what is known, or makes it. When `max` are known it begins anew: what is asked for often is
 * soon known again.
 */
export function findOrMake<Key, Value extends NonNullable<unknown> | null>(
  known: Map<Key, Value>,
  key: Key,
  max: number,
  make: () => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (known.size >= max) known.clear();
  known.set(key, made);
  return made;
}
