import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveVapidKeys } from './vapid.public.ts';

test.each([0, 1, 2, 3])('a key with %i leading zeros belongs to its public key and has 32 bytes', (zeros) => {
  const secret = Buffer.concat([Buffer.alloc(zeros), Buffer.from([1]), randomBytes(31 - zeros)]);
  const { publicKey, privateKey } = deriveVapidKeys(secret);
  expect(Buffer.from(privateKey, 'base64url')).toEqual(secret);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  expect(curve.getPublicKey('base64url')).toBe(publicKey);
});
