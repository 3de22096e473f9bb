import { beforeEach, expect, test } from 'vitest';
import {
  discardLocalDraft,
  EMPTY_AD,
  fromDraft,
  isSameAd,
  loadLocalDraft,
  saveLocalDraft,
  toDraft,
} from './ad-draft.ts';

beforeEach(() => localStorage.clear());

const typed = { ...EMPTY_AD, board_title: 'Велосипед', board_price: '18500', board_attributes: { 7: '12,5', 8: '' } };

test('an unfinished ad waits for its author and for nobody else', () => {
  const draft = { fields: typed, base: '2026-11-21T09:00:00Z', isSent: false };
  saveLocalDraft(localStorage, 5, draft);
  expect(loadLocalDraft(localStorage, 5)).toEqual(draft);
  expect(loadLocalDraft(localStorage, 6)).toBeNull();
  discardLocalDraft(localStorage, 5);
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});

test('a broken draft leaves nothing to restore', () => {
  localStorage.setItem('ad-draft:5', '{');
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
  localStorage.setItem('ad-draft:5', '{"board_title":"old"}');
  expect(loadLocalDraft(localStorage, 5)).toBeNull();
});

test('what the server kept comes back as it was typed', () => {
  const full = { ...typed, category: '3', country: '1', city: '12', board_district: 'Вахитовский' };
  expect(isSameAd(fromDraft(toDraft(full)), full)).toBe(true);
  expect(toDraft(full).board_attributes).toEqual({ 7: '12,5' });
  expect(toDraft(EMPTY_AD)).toMatchObject({ category: null, city: null });
});

test('an attribute left empty is the same as one never touched', () => {
  expect(isSameAd({ ...EMPTY_AD, board_attributes: { 7: '' } }, EMPTY_AD)).toBe(true);
  expect(isSameAd({ ...EMPTY_AD, board_attributes: { 7: '1' } }, EMPTY_AD)).toBe(false);
});
