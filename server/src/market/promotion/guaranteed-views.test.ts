import { expect, test } from 'vitest';
import { type PromotionOutcome, pointsOwed } from './guaranteed-views.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const sold: PromotionOutcome = {
  priceKopecks: 11_900,
  guaranteedViews: 30,
  views: 30,
  startsAt: new Date(START),
  endsAt: new Date(START + 4 * DAY),
  pausedSince: null,
  pausedMs: 0,
};

test('a promise that was kept owes nothing, and more than was promised neither', () => {
  expect(pointsOwed(sold)).toBe(0);
  expect(pointsOwed({ ...sold, views: 31 })).toBe(0);
});

test('what is missing comes back as its share of the price, rounded up to whole points', () => {
  expect(pointsOwed({ ...sold, views: 0 })).toBe(119);
  expect(pointsOwed({ ...sold, views: 15 })).toBe(60);
  expect(pointsOwed({ ...sold, views: 29 })).toBe(4);
});

test('where nothing was promised nothing is owed', () => {
  expect(pointsOwed({ ...sold, guaranteedViews: 0, views: 0 })).toBe(0);
});

test('while nobody could see the ad nothing was promised', () => {
  expect(pointsOwed({ ...sold, views: 0, pausedMs: 2 * DAY })).toBe(60);
  expect(pointsOwed({ ...sold, views: 15, pausedMs: 2 * DAY })).toBe(0);
  expect(pointsOwed({ ...sold, views: 0, pausedSince: new Date(START + DAY) })).toBe(28);
  expect(pointsOwed({ ...sold, views: 0, pausedSince: new Date(START), pausedMs: DAY })).toBe(0);
  expect(pointsOwed({ ...sold, views: 0, pausedSince: new Date(START + 9 * DAY) })).toBe(119);
});
