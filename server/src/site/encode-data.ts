/** Signs of React Router's format for values that are no items of their own. */
const SIGNS = { undefined: -7, negativeZero: -4, null: -5, nan: -2, infinity: -6, negativeInfinity: -3 };

/**
 * Writes down data as React Router does for the browser (turbo-stream), at once in place of by a stream. Undefined where a
 * value is neither a primitive nor a list nor a plain object.
 */
export function encodeData(data: object): string | undefined {
  const places = new Map<unknown, number>();
  const items: string[] = [];
  const waiting: [unknown, number][] = [];

  function placeOf(value: unknown): number {
    const known = places.get(value) ?? signOf(value);
    if (known !== undefined) return known;
    const place = places.size;
    places.set(value, place);
    waiting.push([value, place]);
    return place;
  }

  placeOf(data);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, place] = next;
    const item = encodeItem(value, placeOf);
    if (item === undefined) return undefined;
    items[place] = item;
  }
  return `[${items.join(',')}]\n`;
}

function signOf(value: unknown): number | undefined {
  if (value === undefined) return SIGNS.undefined;
  if (value === null) return SIGNS.null;
  if (typeof value !== 'number') return undefined;
  if (Number.isNaN(value)) return SIGNS.nan;
  if (value === Number.POSITIVE_INFINITY) return SIGNS.infinity;
  if (value === Number.NEGATIVE_INFINITY) return SIGNS.negativeInfinity;
  return Object.is(value, -0) ? SIGNS.negativeZero : undefined;
}

function encodeItem(value: unknown, placeOf: (value: unknown) => number): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, placeOf).join(',')}]`;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  const members = Object.entries(value).map(([name, member]) => `"_${placeOf(name)}":${placeOf(member)}`);
  return `{${members.join(',')}}`;
}
