/** Signs of React Router's format for values that are no items of their own. */
const SIGNS = { undefined: -7, negativeZero: -4, null: -5, nan: -2, infinity: -6, negativeInfinity: -3 };

/** Whole numbers below stand once in the data. */
const SHARED_NUMBERS = 64;
/** Data that is nested deeper contains itself. */
const DEPTH_MAX = 100;

type Primitive = string | number | boolean;

/**
 * Writes down data as React Router does for the browser (turbo-stream), at once in place of by a stream. Members that are
 * undefined are left out, as in JSON, because answers have many of them. Texts are not shared: looking one up takes longer
 * than writing it twice. Returns undefined where a value is neither a primitive nor a list nor a plain object.
 */
export function encodeData(data: object): string | undefined {
  const count = countObjects(data);
  if (count === undefined) return undefined;
  /** Objects and lists by their places. Those in an object are added while it is written. */
  const objects = [data];
  /** Names of members and primitive values. They come after the objects, so that one call writes all of them. */
  const primitives: Primitive[] = [];
  const names = new Map<string, number>();
  const numbers: (number | undefined)[] = [];

  const add = (value: Primitive): number => count + primitives.push(value) - 1;

  function placeOf(value: unknown): number {
    if (value === null) return SIGNS.null;
    if (value === undefined) return SIGNS.undefined;
    if (typeof value === 'number') return signOf(value) ?? placeOfNumber(value);
    if (typeof value === 'object') return objects.push(value) - 1;
    return add(value as Primitive);
  }

  function placeOfNumber(value: number): number {
    if (value < 0 || value >= SHARED_NUMBERS || !Number.isInteger(value)) return add(value);
    numbers[value] ??= add(value);
    return numbers[value];
  }

  function placeOfName(name: string): number {
    const place = add(name);
    names.set(name, place);
    return place;
  }

  writer.clear();
  for (const object of objects) {
    if (Array.isArray(object)) {
      writer.open('[', object.length);
      for (const member of object) writer.addPlace(placeOf(member));
      writer.close(']');
    } else {
      const keys = Object.keys(object);
      writer.open('{', keys.length);
      for (const name of keys) {
        const member: unknown = object[name as keyof typeof object];
        if (member !== undefined) writer.addMember(names.get(name) ?? placeOfName(name), placeOf(member));
      }
      writer.close('}');
    }
  }
  const rest = primitives.length === 0 ? ']' : `,${JSON.stringify(primitives).slice(1)}`;
  return `[${writer.text()}${rest}\n`;
}

/** How many objects and lists the data has, itself included; undefined where something in it is not plain. */
function countObjects(value: object, depth = 0): number | undefined {
  const isList = Array.isArray(value);
  if (depth === DEPTH_MAX || !(isList || Object.getPrototypeOf(value) === Object.prototype)) return undefined;
  let count = 1;
  for (const member of isList ? value : Object.values(value)) {
    if (typeof member === 'function' || typeof member === 'symbol' || typeof member === 'bigint') return undefined;
    if (typeof member !== 'object' || member === null) continue;
    const inside = countObjects(member, depth + 1);
    if (inside === undefined) return undefined;
    count += inside;
  }
  return count;
}

function signOf(value: number): number | undefined {
  if (Number.isFinite(value)) return Object.is(value, -0) ? SIGNS.negativeZero : undefined;
  if (Number.isNaN(value)) return SIGNS.nan;
  return value > 0 ? SIGNS.infinity : SIGNS.negativeInfinity;
}

const CODES = { quote: 34, underscore: 95, colon: 58, comma: 44, minus: 45, zero: 48 };
/** Bytes of a member: its name and its value, of nine digits each, and what stands around them. */
const MEMBER_BYTES = 24;

/** Writes objects and lists of places, one after another, as bytes: adding short strings to a long one takes twice as long. */
class PlacesWriter {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  open(bracket: '{' | '[', members: number): void {
    const needed = this.#length + (members + 1) * MEMBER_BYTES;
    if (needed > this.#bytes.length) {
      const longer = Buffer.allocUnsafe(2 * needed);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#add(bracket.charCodeAt(0));
  }

  close(bracket: '}' | ']'): void {
    const last = this.#length - 1;
    if (this.#bytes[last] === CODES.comma) this.#length = last;
    this.#add(bracket.charCodeAt(0));
    this.#add(CODES.comma);
  }

  addPlace(place: number): void {
    this.#addNumber(place);
    this.#add(CODES.comma);
  }

  addMember(name: number, value: number): void {
    this.#add(CODES.quote);
    this.#add(CODES.underscore);
    this.#addNumber(name);
    this.#add(CODES.quote);
    this.#add(CODES.colon);
    this.addPlace(value);
  }

  #addNumber(value: number): void {
    if (value < 0) {
      this.#add(CODES.minus);
      value = -value;
    }
    if (value >= 1000) this.#addNumber(Math.trunc(value / 1000));
    if (value >= 100) this.#addDigit(Math.trunc(value / 100));
    if (value >= 10) this.#addDigit(Math.trunc(value / 10));
    this.#addDigit(value);
  }

  #addDigit(value: number): void {
    this.#add(CODES.zero + (value % 10));
  }

  #add(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  /** Without the comma after the last one. */
  text(): string {
    return this.#bytes.toString('latin1', 0, this.#length - 1);
  }
}

/** Shared by all calls: each is over before the next one begins. */
const writer = new PlacesWriter();
