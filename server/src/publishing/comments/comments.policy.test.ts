import { expect, test } from 'vitest';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countThread } from './comment-threads.public.ts';
import {
  type CommentAccess,
  commentsClosedReason,
  mayComment,
  mayHide,
  mayRate,
  mayReply,
  mayViewComment,
} from './comments.policy.ts';

const person = (userId: number, isStaff = false) => ({ userId, isStaff }) as SignedInViewer;
const seller = person(1);
const buyer = person(2);
const staff = person(3, true);
const ad: CommentAccess = {
  ownerId: 1,
  isOpen: true,
  commentsBy: 'all',
  ownerAudience: 'all',
  isFriend: false,
  isBlocked: false,
};
const closed: CommentAccess = { ...ad, commentsBy: 'nobody' };
const sold: CommentAccess = { ...ad, isOpen: false };

test('people comment ads on sale, unless the owner closed comments', () => {
  expect([ad, closed, sold].map((one) => mayComment(buyer, one))).toEqual([true, false, false]);
  expect([ad, closed, sold].map((one) => mayReply(buyer, one))).toEqual([true, false, false]);
});

test('the owner may still answer where comments are closed, but start nothing', () => {
  expect([ad, closed, sold].map((one) => mayReply(seller, one))).toEqual([true, true, false]);
  expect(mayComment(seller, closed)).toBe(false);
});

test.each([
  ['all', 'all', 'all'],
  ['circle', 'all', 'circle'],
  ['all', 'circle', 'circle'],
  ['circle', 'nobody', 'nobody'],
  ['nobody', 'circle', 'nobody'],
] as const)('an ad for %s of somebody who hears %s is commented by %s', (commentsBy, ownerAudience, commenters) => {
  const stranger = { ...ad, commentsBy, ownerAudience };
  const friend = { ...stranger, isFriend: true };
  expect(mayComment(buyer, stranger)).toBe(commenters === 'all');
  expect(mayComment(buyer, friend)).toBe(commenters !== 'nobody');
  expect(mayComment(seller, stranger)).toBe(commenters !== 'nobody');
  expect(commentsClosedReason(buyer, stranger)).toBe(commenters === 'all' ? '' : commenters);
  for (const one of [stranger, friend]) expect(mayComment(buyer, { ...one, isBlocked: true })).toBe(false);
});

test('nobody rates their own ad', () => {
  expect([seller, buyer, staff].map((viewer) => mayRate(viewer, ad))).toEqual([false, true, true]);
});

test('a hidden comment stays for its author, the ad’s owner and staff', () => {
  const hidden = { user_id: 2, hidden: true };
  expect([seller, buyer, staff, person(4)].map((viewer) => mayViewComment(viewer, ad, hidden))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([seller, buyer, staff].map((viewer) => mayHide(viewer, ad))).toEqual([true, false, true]);
});

test('a thread counts what everybody sees of it', () => {
  const thread = { hidden: false, deleted_at: null, replies_count: 3 };
  expect(countThread(thread)).toBe(4);
  expect(countThread({ ...thread, hidden: true })).toBe(0);
  expect(countThread({ ...thread, deleted_at: new Date() })).toBe(3);
});
