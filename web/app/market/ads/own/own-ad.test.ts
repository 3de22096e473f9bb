import { expect, test } from 'vitest';
import { actionsOf, afterAction, daysUntil, type OwnAd } from './own-ad.ts';

const NOON = Date.parse('2026-11-21T09:00:00Z');

const ad = (part: Partial<OwnAd> = {}): OwnAd => ({
  board_id: 1,
  board_user_id: 1,
  board_title: 'Кресло',
  board_price: 100,
  board_photos: [],
  board_enabled: 1,
  board_archived: 0,
  board_date_create: '2026-11-01T00:00:00Z',
  owner_firstname: 'Анна',
  owner_lastname: 'Лебедева',
  owner_photo: null,
  city: null,
  board_state: 'active',
  isExpired: false,
  reason: '',
  expiresIn: null,
  canRenew: true,
  erasedIn: null,
  views: null,
  favorites: null,
  ...part,
});

test('days are counted by the calendar of Moscow', () => {
  expect(daysUntil('2026-11-24T01:00:00Z', NOON)).toBe(3);
  expect(daysUntil('2026-11-21T20:30:00Z', NOON)).toBe(0);
  expect(daysUntil('2026-11-21T21:30:00Z', NOON)).toBe(1);
  expect(daysUntil('2026-11-01T00:00:00Z', NOON)).toBe(0);
});

test('each state offers what makes sense in it', () => {
  expect(actionsOf(ad())).toEqual(['reserve', 'sell', 'disable', 'renew', 'archive', 'erase']);
  expect(actionsOf(ad({ canRenew: false }))).not.toContain('renew');
  expect(actionsOf(ad({ board_state: 'reserved' }))[0]).toBe('open');
  expect(actionsOf(ad({ board_state: 'sold' }))).toEqual(['open', 'archive', 'erase']);
  expect(actionsOf(ad({ board_state: 'blocked' }))).toEqual(['archive']);
  expect(actionsOf(ad({ board_state: 'archived', board_archived: 1 }))).toEqual(['restore', 'erase']);
  expect(actionsOf(ad({ board_state: 'archived', board_archived: 1, isExpired: true }))).toEqual(['renew', 'erase']);
});

test('an ad shows its next state at once and leaves the list when it changes lists', () => {
  expect(afterAction(ad(), 'reserve')?.board_state).toBe('reserved');
  expect(afterAction(ad({ board_enabled: 0, board_state: 'sold' }), 'open')?.board_state).toBe('disabled');
  expect(afterAction(ad({ board_state: 'review' }), 'disable')?.board_state).toBe('review');
  expect(afterAction(ad(), 'archive')).toBeNull();
  expect(afterAction(ad({ board_archived: 1, isExpired: true }), 'renew')).toBeNull();
});
