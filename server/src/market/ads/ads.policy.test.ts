import { expect, test } from 'vitest';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { type AdAccess, adPresence, mayChangeAd, mayCreateAd, mayNameExternalAuthor } from './ads.policy.ts';

const person = (userId: number, traits: Partial<SignedInViewer> = {}): SignedInViewer => ({
  userId,
  sessionId: userId,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  lang: 'ru',
  ip: '127.0.0.1',
  ...traits,
});
const anonymous: Viewer = { ...person(1), userId: null, sessionId: null };
const owner = person(1);
const other = person(2, { isPaid: true });
const staff = person(3, { isStaff: true });

const ad = (change: Partial<AdAccess> = {}): AdAccess => ({
  owner_id: 1,
  enabled: true,
  archived_at: null,
  blocked_at: null,
  held_at: null,
  owner_hidden: false,
  is_in_audience: true,
  owner_away: false,
  ...change,
});

test('subscribers and staff may publish, others may not', () => {
  expect([owner, other, staff].map(mayCreateAd)).toEqual([false, true, true]);
});

test('the owner, even without a subscription, and staff may change an ad', () => {
  expect([owner, other, staff].map((viewer) => mayChangeAd(viewer, ad()))).toEqual([true, false, true]);
});

test('only staff name an author from elsewhere', () => {
  expect([owner, other, staff].map(mayNameExternalAuthor)).toEqual([false, false, true]);
});

test.each([
  ['a public ad', ad(), ['here', 'here', 'here', 'here']],
  ['a switched-off ad', ad({ enabled: false }), ['unknown', 'unknown', 'here', 'here']],
  ['an archived ad', ad({ archived_at: new Date() }), ['gone', 'gone', 'here', 'here']],
  ['a blocked ad', ad({ blocked_at: new Date(), enabled: false }), ['gone', 'gone', 'here', 'here']],
  ['an ad for others', ad({ is_in_audience: false }), ['unknown', 'unknown', 'here', 'here']],
  [
    'an archived ad for others',
    ad({ is_in_audience: false, archived_at: new Date() }),
    ['unknown', 'unknown', 'here', 'here'],
  ],
  ['an ad of a person on vacation', ad({ owner_hidden: true, owner_away: true }), ['here', 'here', 'here', 'here']],
  ['an ad of a suspended person', ad({ owner_hidden: true }), ['unknown', 'unknown', 'here', 'here']],
])('%s is what it should be to a passer-by, another person, its owner and staff', (_name, row, expected) => {
  expect([anonymous, other, owner, staff].map((viewer) => adPresence(viewer, row))).toEqual(expected);
});
