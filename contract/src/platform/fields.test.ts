import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { flag, id, optionalId, requiredLine, requiredText, search, singleLine, text, wholeNumber } from './fields.ts';
import { roubles } from './money.ts';
import { PRICE_MAX_ROUBLES } from './typed-sum.ts';

const read = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : 'refused';
};

describe('whole numbers', () => {
  test.each<[unknown, unknown]>([
    [7, 7],
    ['7', 7],
    ['007', 7],
    [10, 10],
    [11, 'refused'],
    [0, 'refused'],
    [-1, 'refused'],
    [1.5, 'refused'],
    ['1.5', 'refused'],
    ['1e1', 'refused'],
    ['1e309', 'refused'],
    ['+5', 'refused'],
    [' 7', 'refused'],
    ['٧', 'refused'],
    ['', 'refused'],
    [Number.NaN, 'refused'],
    [Number.POSITIVE_INFINITY, 'refused'],
    [[7], 'refused'],
    [{}, 'refused'],
    [true, 'refused'],
    [null, 'refused'],
    ['9999999999999999', 'refused'],
  ])('%j reads as %j', (value, expected) => {
    expect(read(wholeNumber(1, 10), value)).toBe(expected);
  });

  test('a price is whole roubles up to what is safe in kopecks', () => {
    expect([0, '15000', PRICE_MAX_ROUBLES].map((value) => read(roubles, value))).toEqual([
      0,
      15_000,
      PRICE_MAX_ROUBLES,
    ]);
    expect([PRICE_MAX_ROUBLES + 1, -1, '1,5'].map((value) => read(roubles, value))).toEqual(Array(3).fill('refused'));
    expect(Number.isSafeInteger(PRICE_MAX_ROUBLES * 100)).toBe(true);
  });
});

describe('identifiers', () => {
  test('start with one', () => {
    expect([1, '42', Number.MAX_SAFE_INTEGER].map((value) => read(id, value))).toEqual([
      1,
      42,
      Number.MAX_SAFE_INTEGER,
    ]);
    expect([0, '0', -1, 2 ** 53].map((value) => read(id, value))).toEqual(Array(4).fill('refused'));
  });

  test('that may be left empty are none for empty, zero and null, and absent when absent', () => {
    for (const none of ['', '0', 0, null, 'null', 'undefined']) expect(read(optionalId, none)).toBeNull();
    expect(read(optionalId, undefined)).toBeUndefined();
    expect(read(optionalId, '7')).toBe(7);
    expect(read(optionalId, 'x')).toBe('refused');
  });
});

describe('flags', () => {
  test('are read in every spelling that forms and old clients use', () => {
    expect([true, 1, '1', 'true', 'on'].map((value) => read(flag, value))).toEqual([1, 1, 1, 1, 1]);
    expect([false, 0, '0', 'false', ''].map((value) => read(flag, value))).toEqual([0, 0, 0, 0, 0]);
    expect([2, 'yes', null, [], {}].map((value) => read(flag, value))).toEqual(Array(5).fill('refused'));
  });
});

describe('text', () => {
  test('of one line loses breaks and outer spaces before it is measured', () => {
    expect(read(singleLine(5), '  а\r\n\t б  ')).toBe('а б');
    expect(read(singleLine(3), `   abc${' '.repeat(50)}`)).toBe('abc');
    expect(read(singleLine(3), 'abcd')).toBe('refused');
    expect(read(singleLine(3), '')).toBe('');
  });

  test('of several lines keeps its breaks, in one spelling', () => {
    expect(read(text(20), ' а\r\nб\rв\n\nг ')).toBe('а\nб\nв\n\nг');
    expect(read(text(3), 'abcd')).toBe('refused');
  });

  test('that is required is more than spaces', () => {
    for (const schema of [requiredLine(5), requiredText(5)]) {
      expect([' \n ', '', undefined, null].map((value) => read(schema, value))).toEqual(Array(4).fill('refused'));
    }
  });

  test('holds no control characters, which the database could not store', () => {
    for (const character of ['\0', '\u0001', '\u001b', '\u007f']) {
      expect([singleLine(9), text(9), search].map((schema) => read(schema, `a${character}b`))).toEqual(
        Array(3).fill('refused'),
      );
    }
  });

  test('is text and nothing else', () => {
    expect([7, ['a'], { length: 1 }, true].map((value) => read(singleLine(9), value))).toEqual(
      Array(4).fill('refused'),
    );
  });
});
