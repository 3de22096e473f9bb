import { expect, test } from 'vitest';
import { afterFriendAction, friendshipOf, friendshipStatus } from './friendship-status.ts';

const stranger = friendshipOf({});

test('a request goes out, can be taken back, and an answered one is a friendship', () => {
  const asked = afterFriendAction(stranger, 'request');
  expect([friendshipStatus(stranger), friendshipStatus(asked)]).toEqual(['none', 'sent']);
  expect(friendshipStatus(afterFriendAction(asked, 'cancel'))).toBe('none');
  expect(
    friendshipStatus(afterFriendAction(friendshipOf({ friendship: 'request', friendship_direction: 'in' }), 'accept')),
  ).toBe('friend');
});

test('a request put away is no longer there', () => {
  const income = friendshipOf({ friendship: 'request', friendship_direction: 'in' });
  expect(friendshipStatus(income)).toBe('income');
  expect(afterFriendAction(income, 'hide')).toEqual(stranger);
});

test('the mark of family stays with the friendship and goes with it', () => {
  const friend = friendshipOf({ friendship: 'friend', friendship_direction: null });
  const family = afterFriendAction(friend, 'kith');
  expect(family.kith).toBe(1);
  expect(afterFriendAction(family, 'unkith')).toEqual(friend);
  expect(afterFriendAction(family, 'remove')).toEqual(stranger);
});
