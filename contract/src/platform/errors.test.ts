import { expect, test } from 'vitest';
import { COMMON_ERRORS, ERRORS } from './errors.ts';

test('every code is a refusal or a defect, never a success', () => {
  expect(Object.entries(ERRORS).filter(([, status]) => status < 400 || status > 599)).toEqual([]);
  expect(COMMON_ERRORS.filter((code) => !(code in ERRORS))).toEqual([]);
});
