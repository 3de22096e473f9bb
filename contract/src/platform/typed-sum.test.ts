import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRICE_MAX_ROUBLES, parseRoubles, parseSum } from './typed-sum.ts';

test.each([
  ['12500.90', 1_250_090],
  ['12 000,50 руб', 1_200_050],
  ['12\u202f000,5\u00a0₽', 1_200_050],
  ['₽ 399', 39_900],
  ['1 250 000 р.', 125_000_000],
  ['1.250.000', 125_000_000],
  ['1,250,000.05', 125_000_005],
  ['1.250,50', 125_050],
  ['500 Рублей', 50_000],
  ['12500.', 1_250_000],
  ['007', 700],
  ['0', 0],
])('«%s» is %i kopecks', (typed, kopecks) => {
  expect(parseSum(typed)).toEqual({ kopecks });
});

test.each([
  ['договорная', 'digits'],
  ['-5', 'digits'],
  ['1e3', 'digits'],
  ['12 тыс', 'digits'],
  ['руб', 'digits'],
  ['12,500', 'unclear'],
  ['12.500', 'unclear'],
  ['12500 90', 'unclear'],
  ['12 50', 'unclear'],
  ['1.2.3', 'unclear'],
  ['1,250,00', 'unclear'],
  [',5', 'unclear'],
  [String(PRICE_MAX_ROUBLES + 1), 'large'],
  ['9'.repeat(400), 'large'],
])('«%s» is no sum: %s', (typed, problem) => {
  expect(parseSum(typed)).toEqual({ problem });
});

test.each(['', '   ', '\u00a0'])('«%s» is empty', (typed) => {
  expect(parseSum(typed)).toBeNull();
});

const SPACES = ['', ' ', '\u00a0', '\u2009', '\u202f'];
const CURRENCIES = ['', '₽', 'руб', 'руб.', 'р', 'р.', 'рублей', 'RUB'];
const group = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);

describe('for every sum', () => {
  const roubles = fc.integer({ min: 0, max: PRICE_MAX_ROUBLES });
  const kopecks = fc.integer({ min: 0, max: 99 });
  const marks = fc.string({ unit: fc.constantFrom(...".,'` -:;р\u00a0\u202f"), minLength: 1, maxLength: 3 });
  const written = fc.record({
    roubles,
    kopecks,
    space: fc.constantFrom(...SPACES),
    mark: fc.constantFrom('.', ','),
    currency: fc.constantFrom(...CURRENCIES),
    gap: fc.constantFrom(...SPACES),
  });

  test('spaces, marks and the currency do not change it', () => {
    fc.assert(
      fc.property(written, ({ roubles, kopecks, space, mark, currency, gap }) => {
        const part = String(kopecks).padStart(2, '0');
        const typed = `${group(String(roubles), space)}${mark}${part}${gap}${currency}`;
        expect(parseSum(typed)).toEqual({ kopecks: roubles * 100 + kopecks });
        expect(parseRoubles(typed)).toBe(roubles);
      }),
    );
  });

  test('kopecks behind any mark never make it larger', () => {
    fc.assert(
      fc.property(roubles, marks, kopecks, (whole, mark, part) => {
        const read = parseRoubles(`${whole}${mark}${String(part).padStart(2, '0')}`);
        expect(read === null || read <= whole).toBe(true);
      }),
    );
  });

  test('any text is a whole number of kopecks or is refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., ₽руб-e\u00a0') }), (typed) => {
        const sum = parseSum(typed);
        if (sum && 'kopecks' in sum) expect(Number.isSafeInteger(sum.kopecks) && sum.kopecks >= 0).toBe(true);
      }),
    );
  });
});
