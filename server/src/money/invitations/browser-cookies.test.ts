import { expect, test } from 'vitest';
import { newDevice, parseDevice, parseInvitation, sealDevice, sealInvitation, withAccount } from './browser-cookies.ts';

const KEY = 'key';
const OPENED = new Date('2026-05-01T12:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const later = (days: number): Date => new Date(OPENED.getTime() + days * DAY_MS);
const sealed = sealInvitation(KEY, { inviterId: 7, source: 'link', openedAt: OPENED });

test('a browser remembers who invited for 30 days', () => {
  expect(parseInvitation(KEY, sealed, later(29))).toEqual({ inviterId: 7, source: 'link', openedAt: OPENED });
  expect(parseInvitation(KEY, sealed, later(30))).toBeUndefined();
  expect(parseInvitation(KEY, sealed, later(-1))).toBeUndefined();
});

test.each([
  ['another person', sealed.replace(/^7/, '8')],
  ['another source', sealed.replace('.l.', '.c.')],
  ['another day', sealed.replace(/\.(\d+)\./, (_, seconds: string) => `.${Number(seconds) + 86_400}.`)],
  ['another signature', sealed.replace(/\.[^.]*$/, `.${'A'.repeat(22)}`)],
  ['no signature', sealed.slice(0, sealed.lastIndexOf('.'))],
  ['half of it', sealed.slice(0, 9)],
  ['a mark of another kind', sealDevice(KEY, newDevice())],
  ['nothing', ''],
])('a cookie with %s is no invitation', (_, cookie) => {
  expect(parseInvitation(KEY, cookie, later(1))).toBeUndefined();
  expect(parseInvitation('other key', sealed, later(1))).toBeUndefined();
});

test('a browser knows who signed in in it, the last ten of them, and nobody else can say so', () => {
  let device = newDevice();
  for (let id = 1; id <= 12; id++) device = withAccount(device, id);
  device = withAccount(device, 5);
  expect(device.accounts).toEqual([3, 4, 6, 7, 8, 9, 10, 11, 12, 5]);
  const cookie = sealDevice(KEY, device);
  expect(parseDevice(KEY, cookie)).toEqual(device);
  expect(parseDevice(KEY, cookie.replace('.12.', '.13.'))).toBeUndefined();
  expect(parseDevice('other key', cookie)).toBeUndefined();
  expect(parseDevice(KEY, sealInvitation(KEY, { inviterId: 7, source: 'code', openedAt: OPENED }))).toBeUndefined();
  expect(parseDevice(KEY, undefined)).toBeUndefined();
});
