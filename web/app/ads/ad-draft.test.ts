import { beforeEach, expect, test } from 'vitest';
import { EMPTY_AD, forgetAd, keepAd, restoreAd } from './ad-draft.ts';

beforeEach(() => localStorage.clear());

test('an unfinished ad waits for its author and for nobody else', () => {
  const typed = { ...EMPTY_AD, board_title: 'Велосипед', board_price: '18500' };
  keepAd(localStorage, 5, typed);
  expect(restoreAd(localStorage, 5)).toEqual(typed);
  expect(restoreAd(localStorage, 6)).toBeNull();
  forgetAd(localStorage, 5);
  expect(restoreAd(localStorage, 5)).toBeNull();
});

test('a broken draft leaves nothing to restore', () => {
  localStorage.setItem('ad-draft:5', '{');
  expect(restoreAd(localStorage, 5)).toBeNull();
});
