import { expect, test } from 'vitest';
import { afterFriendAction, nameOf, standingOf } from './standing.ts';

const stranger = standingOf({});

test('a request goes out, can be taken back, and an answered one is a friendship', () => {
  const asked = afterFriendAction(stranger, 'request');
  expect([nameOf(stranger), nameOf(asked)]).toEqual(['none', 'sent']);
  expect(nameOf(afterFriendAction(asked, 'cancel'))).toBe('none');
  expect(nameOf(afterFriendAction(standingOf({ friendship: 'request', friendship_direction: 'in' }), 'accept'))).toBe(
    'friend',
  );
});

test('a request put away is no longer there', () => {
  const income = standingOf({ friendship: 'request', friendship_direction: 'in' });
  expect(nameOf(income)).toBe('income');
  expect(afterFriendAction(income, 'hide')).toEqual(stranger);
});

test('the mark of family stays with the friendship and goes with it', () => {
  const friend = standingOf({ friendship: 'friend', friendship_direction: null });
  const family = afterFriendAction(friend, 'kith');
  expect(family.kith).toBe(1);
  expect(afterFriendAction(family, 'unkith')).toEqual(friend);
  expect(afterFriendAction(family, 'remove')).toEqual(stranger);
});
