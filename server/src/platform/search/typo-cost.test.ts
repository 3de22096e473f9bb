import { expect, test } from 'vitest';
import { typoCost, typoCostMax } from './typo-cost.ts';

const isForgiven = (typed: string, known: string): boolean => {
  const max = typoCostMax(typed.length);
  return typoCost(typed, known, max) <= max;
};

test.each([
  ['виласипед', 'велосипед'],
  ['велсипд', 'велосипед'],
  ['вялосипет', 'велосипед'],
  ['лотка', 'лодка'],
  ['шкав', 'шкаф'],
  ['двиан', 'диван'],
  ['пуховег', 'пуховик'],
  ['квадракоптр', 'квадрокоптер'],
])('«%s» is «%s»', (typed, known) => {
  expect(isForgiven(typed, known)).toBe(true);
});

test.each([
  ['байк', 'банк'],
  ['байк', 'бак'],
  ['дрон', 'дров'],
  ['софа', 'кофе'],
  ['самолет', 'самокат'],
  ['рыжий', 'лыжий'],
  ['лодочка', 'лодка'],
  ['кот', 'код'],
])('«%s» is not «%s»', (typed, known) => {
  expect(isForgiven(typed, known)).toBe(false);
});
