import { beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../platform/stored.ts';
import { readPayReturn, rememberPayReturn } from './pay-return.ts';

beforeEach(() => writeStored('pay-return', null));

test.each(['/add', '/user/7/social/add'])('after the payment %s is opened again', (path) => {
  rememberPayReturn(path);
  expect(readPayReturn()).toBe(path);
});

test.each([null, '/', '//evil.example/add', 'https://evil.example/add', '/ad/1/edit'])('%s is no such page', (path) => {
  rememberPayReturn('/add');
  rememberPayReturn(path);
  expect(readPayReturn()).toBeNull();
});

test('it is forgotten after an hour, and what is no entry counts as none', () => {
  rememberPayReturn('/add');
  vi.useFakeTimers({ now: Date.now() + 3_600_001 });
  expect(readPayReturn()).toBeNull();
  vi.useRealTimers();
  writeStored('pay-return', '{"place":5}');
  expect(readPayReturn()).toBeNull();
});
