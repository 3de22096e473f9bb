import type { User } from '@app/contract/people/users';
import { expect, test } from 'vitest';
import { circleAfter, countsAfter } from './circle-state.ts';
import { afterFriendAction, friendshipOf } from './friendship-status.ts';

const asking = { id: 1, friendship: 'request', friendship_direction: 'in' } as User;
const friend = { id: 2, friendship: 'friend', friendship_direction: null, kith: 1 } as User;
const counts = { friends: 4, fams: 1, requests: 2 };
const list = (...users: User[]) => ({ people: users.map((user) => ({ user, requestedAt: null })), total: 9, counts });

test('an accepted request leaves the requests, and there is one friend more', () => {
  const changed = new Map([[1, afterFriendAction(friendshipOf(asking), 'accept')]]);
  const after = circleAfter(list(asking), { tab: 'requests', isSent: false }, changed);
  expect(after.people).toEqual([]);
  expect(after.total).toBe(8);
  expect(after.counts).toEqual({ friends: 5, fams: 1, requests: 1 });
});

test('a request put away leaves the requests, and comes back when the server does not agree', () => {
  const address = { tab: 'requests', isSent: false } as const;
  const hidden = circleAfter(list(asking), address, new Map([[1, afterFriendAction(friendshipOf(asking), 'hide')]]));
  expect([hidden.people.length, hidden.counts?.requests]).toEqual([0, 1]);
  const back = circleAfter(list(asking), address, new Map([[1, friendshipOf(asking)]]));
  expect([back.people.length, back.counts?.requests]).toEqual([1, 2]);
});

test('whoever is no longer family leaves that list and stays a friend', () => {
  const changed = new Map([[2, afterFriendAction(friendshipOf(friend), 'unkith')]]);
  expect(circleAfter(list(friend), { tab: 'fams', isSent: false }, changed).people).toEqual([]);
  const friends = circleAfter(list(friend), { tab: 'friends', isSent: false }, changed);
  expect(friends.people).toHaveLength(1);
  expect(friends.counts).toEqual({ friends: 4, fams: 0, requests: 2 });
});

test('counts never go below nothing', () => {
  const none = { friends: 0, fams: 0, requests: 0 };
  expect(countsAfter(none, friendshipOf(friend), friendshipOf({}))).toEqual(none);
});
