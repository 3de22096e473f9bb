/** Signs of React Router's format for values that are no items of their own. */
const SIGNS = { undefined: -7, negativeZero: -4, null: -5, nan: -2, infinity: -6, negativeInfinity: -3 };

/** Longer strings are hardly repeated, so they are not looked up: times, texts and addresses of files. */
const SHARED_LENGTH_MAX = 20;
/** Numbers below stand once in the data. */
const SHARED_NUMBERS = 64;
/** Data that is nested deeper contains itself. */
const DEPTH_MAX = 100;
/** Places as they are written, because a number takes as long to write as a short string to look up. */
const WRITTEN = Array.from({ length: 4096 }, (_, place) => String(place));

const NOT_ENCODABLE = Symbol('not encodable');

/**
 * Writes down data as React Router does for the browser (turbo-stream), at once in place of by a stream. Members that are
 * undefined are left out, as in JSON, because answers have many of them. Returns undefined where a value is neither a primitive nor a list nor a plain object.
 */
export function encodeData(data: object): string | undefined {
  const items: string[] = [];
  const places = new Map<string | boolean, number>();
  const numbers: (number | undefined)[] = [];
  /** Names of members as they stand before their values, after a comma. */
  const prefixes = new Map<string, string>();
  let depth = 0;

  const add = (item: string): number => items.push(item) - 1;

  function placeOfShared(value: string | boolean): number {
    const known = places.get(value);
    if (known !== undefined) return known;
    const place = add(JSON.stringify(value));
    places.set(value, place);
    return place;
  }

  function placeOfNumber(value: number): number {
    const sign = signOf(value);
    if (sign !== undefined) return sign;
    if (value < 0 || value >= SHARED_NUMBERS || !Number.isInteger(value)) return add(String(value));
    numbers[value] ??= add(String(value));
    return numbers[value];
  }

  function placeOf(value: unknown): number {
    if (typeof value === 'string')
      return value.length > SHARED_LENGTH_MAX ? add(JSON.stringify(value)) : placeOfShared(value);
    if (typeof value === 'number') return placeOfNumber(value);
    if (typeof value === 'boolean') return placeOfShared(value);
    if (value === null) return SIGNS.null;
    if (value === undefined) return SIGNS.undefined;
    if (typeof value !== 'object') throw NOT_ENCODABLE;
    return placeOfObject(value);
  }

  const write = (value: unknown): string => {
    const place = placeOf(value);
    return WRITTEN[place] ?? String(place);
  };

  function prefixOf(name: string): string {
    const prefix = `,"_${add(JSON.stringify(name))}":`;
    prefixes.set(name, prefix);
    return prefix;
  }

  function placeOfObject(value: object): number {
    if (depth === DEPTH_MAX) throw NOT_ENCODABLE;
    depth++;
    // The place is taken before those of what stands in it.
    const place = add('');
    let text = '';
    if (Array.isArray(value)) {
      for (const member of value) text += text === '' ? write(member) : `,${write(member)}`;
      items[place] = `[${text}]`;
    } else {
      if (Object.getPrototypeOf(value) !== Object.prototype) throw NOT_ENCODABLE;
      for (const name of Object.keys(value)) {
        const member: unknown = value[name as keyof typeof value];
        if (member !== undefined) text += (prefixes.get(name) ?? prefixOf(name)) + write(member);
      }
      items[place] = `{${text.slice(1)}}`;
    }
    depth--;
    return place;
  }

  try {
    placeOf(data);
  } catch (error) {
    if (error === NOT_ENCODABLE) return undefined;
    throw error;
  }
  // With the first and the last item, so that the text is put together once.
  items[0] = `[${items[0]}`;
  items[items.length - 1] += ']\n';
  return items.join(',');
}

function signOf(value: number): number | undefined {
  if (Number.isFinite(value)) return Object.is(value, -0) ? SIGNS.negativeZero : undefined;
  if (Number.isNaN(value)) return SIGNS.nan;
  return value > 0 ? SIGNS.infinity : SIGNS.negativeInfinity;
}
