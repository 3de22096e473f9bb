import { expect, test } from 'vitest';
import { forgetInvitation, keepInvitation, keptInvitation } from './invitation.ts';

const DAY = 24 * 3600 * 1000;

test('who invited is remembered for 30 days and forgotten after registering', () => {
  keepInvitation(localStorage, 7, 0);
  expect(keptInvitation(localStorage, 29 * DAY)).toBe(7);
  expect(keptInvitation(localStorage, 30 * DAY)).toBeNull();
  forgetInvitation(localStorage);
  expect(keptInvitation(localStorage, DAY)).toBeNull();
});

test('something else under the same name is no invitation', () => {
  localStorage.setItem('invitation', '"7"');
  expect(keptInvitation(localStorage)).toBeNull();
});
