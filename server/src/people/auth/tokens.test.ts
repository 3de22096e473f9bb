import { CODE_LENGTH } from '@app/contract/people/auth';
import { expect, test } from 'vitest';
import { generateCode, generateToken, generateTokenFamilyKey } from './tokens.ts';

test('tokens have 256 random bits, codes six random digits, and none comes twice', () => {
  const tokens = new Set(Array.from({ length: 1000 }, generateToken));
  expect(tokens.size).toBe(1000);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(generateTokenFamilyKey()).toHaveLength(32);
  const codes = Array.from({ length: 1000 }, generateCode);
  for (const code of codes) expect(code).toMatch(new RegExp(`^\\d{${CODE_LENGTH}}$`));
  expect(CODE_LENGTH).toBe(6);
  // A thousand of a million: a handful of repeats is chance.
  expect(new Set(codes).size).toBeGreaterThan(980);
});
