import fc from 'fast-check';

/** The subset of JSON Schema that OpenAPI inputs use. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const LONE_SURROGATES = ['\ud800', '\udfff', 'a\ud83d', '\ude00z'];
const STRINGS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001',
  '\u202e\ufeff',
  'İıŉﬃß',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  ...LONE_SURROGATES,
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  "' or 1=1 --",
  "'; drop table users; --",
  '%_\\',
  '$1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}} \u0024{7*7} <%= 7 %>',
  '{name, select, other {x}}',
  '../../../../etc/passwd',
  'a:*&|!()',
  '\r\nSet-Cookie: a=b',
  'NaN',
  'Infinity',
  '1e309',
  '-1',
  '0x10',
  '1.5',
  '9007199254740993',
  '99999999999999999999',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
];
const NUMBERS = [0, -0, -1, 0.5, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), Number.MIN_VALUE];

/** Placeholders for JSON that `JSON.stringify` cannot produce. */
const MARKS = {
  '"@deep@"': `${'['.repeat(40_000)}${']'.repeat(40_000)}`,
  '"@deepObject@"': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '"@huge@"': '1e309',
  '"@long@"': '9'.repeat(400),
  '"@proto@"': '{"__proto__":{"isStaff":true},"constructor":{"prototype":{"isStaff":true}}}',
} as const;

const long = fc.constantFrom('я', 'a', ' ', '%', '\u0301').map((letter) => letter.repeat(10_000));

const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: long },
);

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: { b: [] } }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('__proto__', 'length', 'then', 'toJSON', 'a'), hostileText) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(...Object.keys(MARKS).map((mark) => JSON.parse(mark))),
  },
);

/** The tests create this many rows of everything, so ids up to this number exist. */
export const KNOWN_IDS = 30;
const knownId = fc.integer({ min: 1, max: KNOWN_IDS });

/** A password that requests try. */
export const KNOWN_PASSWORD = 'pravilnyj-parol-1';

const WORDS: readonly [RegExp, fc.Arbitrary<unknown>][] = [
  [/email/, fc.integer({ min: 1, max: 9999 }).map((n) => `fuzz${n}@example.com`)],
  [/phone_code|country_code/, fc.constantFrom('7', '+7', '49')],
  [/phone/, fc.integer({ min: 9_000_000_000, max: 9_999_999_999 }).map(String)],
  [/password/, fc.constantFrom(KNOWN_PASSWORD, 'drugoj-parol-22', '123456')],
  [/login|^user$/, fc.integer({ min: 1, max: 9999 }).map((n) => `fuzz${n}`)],
  [/code$/, fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, '0'))],
  [/(^|_)id$|^(category|country|city)$/, fc.oneof(knownId, knownId.map(String))],
  [/size|offset|page/, fc.oneof(fc.nat(50), fc.nat(50).map(String))],
];

function plausible(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const branches = schema.anyOf ?? schema.oneOf;
  if (schema.allOf !== undefined) return objectOf(schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const known = WORDS.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => plausible(branch, name)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(plausible(schema.items ?? {}, name), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e6), max: Math.min(schema.maximum ?? 1000, 1e6) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(
        fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
        fc.constantFrom('лодка', 'Boot', '7'),
      );
  }
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return { ...schema.properties, ...Object.assign({}, ...(schema.allOf ?? []).map(propertiesOf)) };
}

/** Null, except once in `parts`. */
export const rarely = <T>(parts: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: parts - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(propertiesOf(schema)).map(([name, property]) =>
    fc
      .oneof(
        { weight: 24, arbitrary: plausible(property, name) },
        { weight: 2, arbitrary: hostile },
        { weight: 2, arbitrary: fc.constant(undefined) },
      )
      .map((value) => [name, value] as const),
  );
  const extra = rarely(4, fc.tuple(fc.constantFrom('extra', 'is_superuser', 'payed', 'then', 'toJSON'), hostile));
  return fc
    .tuple(fc.tuple(...fields), extra)
    .map(([pairs, more]) => Object.fromEntries(more ? [...pairs, more] : pairs));
}

export const bodyOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: objectOf(schema) }, { weight: 1, arbitrary: hostile });

export const inputOf = (schema: Schema, name: string): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: plausible(schema, name) }, { weight: 1, arbitrary: hostile });

export function spellOut(json: string): string {
  return Object.entries(MARKS).reduce((text, [mark, spelled]) => text.replaceAll(mark, spelled), json);
}

/** Invalid or misleading percent escapes. */
export const hostileSegment = fc.oneof(
  fc.constantFrom('%00', '%ff', '%E0%A4%A', '%', '%zz', '%2e%2e%2f', '..', '.', '%2f', ';a=1', '%c0%af', '%ED%A0%80'),
  fc.constantFrom('0', '-1', '1e309', '1.5', '99999999999999999999', '__proto__', 'NaN', '07', '+7', '%207'),
  fc.constantFrom('a'.repeat(201), '7'.repeat(300), 'я'.repeat(10_000)).map(encodeURIComponent),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text) || '%20'),
);

export const encodeValue = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
};
