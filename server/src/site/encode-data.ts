/** Signs of React Router's format for values that are no items of their own. */
const SIGNS = { undefined: -7, negativeZero: -4, null: -5, nan: -2, infinity: -6, negativeInfinity: -3 };

/**
 * Writes down data as React Router does for the browser (turbo-stream), at once in place of by a stream. Undefined where a
 * value is neither a primitive nor a list nor a plain object.
 */
export function encodeData(data: object): string | undefined {
  const places = new Map<unknown, number>();
  /** Names of members as they stand before their values. */
  const names = new Map<string, string>();
  const items: string[] = [];
  const waiting: NonNullable<unknown>[] = [];

  function placeOf(value: unknown): number {
    if (value === null) return SIGNS.null;
    if (value === undefined) return SIGNS.undefined;
    const known = places.get(value) ?? (typeof value === 'number' ? signOf(value) : undefined);
    if (known !== undefined) return known;
    const place = items.length;
    places.set(value, place);
    // The place is taken before what stands in it is known.
    items.push('');
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      items[place] = JSON.stringify(value);
    else waiting.push(value);
    return place;
  }

  function prefixOf(name: string): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    const prefix = `"_${placeOf(name)}":`;
    names.set(name, prefix);
    return prefix;
  }

  function encodeObject(value: NonNullable<unknown>): string | undefined {
    let text = '';
    if (Array.isArray(value)) {
      for (const member of value) text += `${text === '' ? '' : ','}${placeOf(member)}`;
      return `[${text}]`;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
    for (const name of Object.keys(value))
      text += `${text === '' ? '' : ','}${prefixOf(name)}${placeOf(value[name as keyof typeof value])}`;
    return `{${text}}`;
  }

  placeOf(data);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const item = encodeObject(value);
    if (item === undefined) return undefined;
    items[places.get(value) as number] = item;
  }
  return `[${items.join(',')}]\n`;
}

function signOf(value: number): number | undefined {
  if (Number.isNaN(value)) return SIGNS.nan;
  if (value === Number.POSITIVE_INFINITY) return SIGNS.infinity;
  if (value === Number.NEGATIVE_INFINITY) return SIGNS.negativeInfinity;
  return Object.is(value, -0) ? SIGNS.negativeZero : undefined;
}
