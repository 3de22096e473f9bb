import { expect, test } from 'vitest';
import { cut, formatDate, formatDuration, formatMeasure, formatPrice, formatRating } from './format.ts';

test('a price is grouped by threes and never breaks across lines', () => {
  expect(formatPrice('ru', 18500)).toBe('18\u00a0500\u00a0₽');
  expect(formatPrice('ru', 900)).toBe('900\u00a0₽');
  expect(formatPrice('ru', 1_000_000_000_000)).toBe('1\u00a0000\u00a0000\u00a0000\u00a0000\u00a0₽');
  expect(formatPrice('de', 2300)).toBe('2\u00a0300\u00a0₽');
});

test('a date reads dd.mm.yyyy by Moscow time', () => {
  expect(formatDate('2026-11-18T10:00:00Z')).toBe('18.11.2026');
  expect(formatDate('2026-11-17T21:30:00Z')).toBe('18.11.2026');
});

test('a rating has two decimals', () => {
  expect(formatRating('ru', 4.9)).toBe('4,90');
  expect(formatRating('en', 5)).toBe('5.00');
});

test('an amount is grouped before its unit, a year stays whole', () => {
  expect(formatMeasure('ru', 82000, 'км')).toBe('82\u00a0000\u00a0км');
  expect(formatMeasure('de', 82000, 'km')).toBe('82.000\u00a0km');
  for (const lang of ['ru', 'en', 'de', 'ko'] as const) expect(formatMeasure(lang, 2015, '')).toBe('2015');
  expect(formatMeasure('ru', 42.5, '')).toBe('42,5');
});

test('a long title is cut and marked, a fitting one stays', () => {
  expect(cut('Городской велосипед с корзиной, рама M', 34)).toBe('Городской велосипед с корзиной, ра…');
  expect(cut('Ровно тридцать четыре символа тут!', 34)).toBe('Ровно тридцать четыре символа тут!');
});

test('a duration has hours from one hour on', () => {
  expect(formatDuration(-5)).toBe('0:00');
  expect(formatDuration(245_999)).toBe('4:05');
  expect(formatDuration(3_725_000)).toBe('1:02:05');
});
