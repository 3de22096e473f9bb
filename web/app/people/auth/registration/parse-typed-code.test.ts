import { expect, test } from 'vitest';
import { parseTypedCode } from './parse-typed-code.ts';

test.each([
  [' abc2hkx ', 'abc2hkx'],
  ['https://okolo.example/friend?friend_id=5&referral=ABC2HKX', 'ABC2HKX'],
  ['okolo.example/friend?referral=ABC2HKX#top', 'ABC2HKX'],
  ['/friend?referral=%E0%A4%A', '%E0%A4%A'],
  ['https://okolo.example/friend?friend_id=5', 'https://okolo.example/friend?friend_id=5'],
  ['', ''],
])('of «%s» the code is «%s»', (typed, code) => {
  expect(parseTypedCode(typed)).toBe(code);
});
