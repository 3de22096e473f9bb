import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createControlKey, isControlKey } from './control-key.ts';
import { type JoinTokenClaim, signJoinToken, verifyJoinToken } from './join-token.ts';

const SECRET = 'a secret of this test';
const NOW = new Date('2026-01-02T03:04:05Z');
const claims: fc.Arbitrary<JoinTokenClaim> = fc.record({
  roomId: fc.stringMatching(/^[\w-]{1,64}$/),
  kind: fc.constantFrom('call', 'stream'),
  userId: fc.integer({ min: 1, max: 999_999_999_999 }),
  may: fc.constantFrom('publish', 'view'),
  expiresAt: fc.integer({ min: 1, max: 300 }).map((seconds) => new Date(NOW.getTime() + seconds * 1000)),
});

test('a token says what it was made for', () => {
  fc.assert(
    fc.property(claims, (claim) => {
      expect(verifyJoinToken(SECRET, signJoinToken(SECRET, claim), NOW)).toEqual(claim);
    }),
  );
});

test('a token that was changed anywhere is none', () => {
  fc.assert(
    fc.property(claims, fc.nat(), fc.stringMatching(/^[\w.-]$/), (claim, at, letter) => {
      const token = signJoinToken(SECRET, claim);
      const place = at % token.length;
      const changed = token.slice(0, place) + letter + token.slice(place + 1);
      // The last character of a signature carries two unused bits.
      fc.pre(changed !== token && place !== token.length - 1);
      expect(verifyJoinToken(SECRET, changed, NOW)).toBe('bad_token');
    }),
  );
});

test('a token of another secret, of nothing, or too old opens nothing', () => {
  fc.assert(
    fc.property(claims, fc.string(), (claim, other) => {
      expect(verifyJoinToken(`${SECRET}!`, signJoinToken(SECRET, claim), NOW)).toBe('bad_token');
      expect(verifyJoinToken(SECRET, other, NOW)).toBe('bad_token');
      expect(verifyJoinToken(SECRET, signJoinToken(SECRET, claim), claim.expiresAt)).toBe('token_expired');
    }),
  );
});

test('an app node shows a key that is good for a minute', () => {
  const key = createControlKey(SECRET, NOW);
  const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
  expect(isControlKey(SECRET, key, later(59))).toBe(true);
  expect(isControlKey(SECRET, key, later(62))).toBe(false);
  expect(isControlKey(SECRET, key, later(-62))).toBe(false);
  expect(isControlKey('another secret', key, NOW)).toBe(false);
  expect(isControlKey(SECRET, undefined, NOW)).toBe(false);
  // A join token is not a control key, although both are signed with the same secret.
  const seat = signJoinToken(SECRET, { roomId: 'x', kind: 'call', userId: 1, may: 'view', expiresAt: later(60) });
  expect(isControlKey(SECRET, `Media ${seat}`, NOW)).toBe(false);
});
