import { createCipheriv, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSealed, seal, unseal } from './seal.ts';

const KEY = randomBytes(32);
const SECRET = Buffer.from('JBSWY3DPEHPK3PXP');

test('what was sealed before versions were written is read as well', () => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', KEY, nonce).setAAD(Buffer.from('totp:1'));
  const former = Buffer.concat([nonce, cipher.update(SECRET), cipher.final(), cipher.getAuthTag()]);
  expect(unseal(former, KEY, 'totp:1')).toEqual(SECRET);
  expect(isSealed(former)).toBe(false);
  expect(isSealed(seal(SECRET, KEY, 'totp:1'))).toBe(true);
});

test('what is sealed is read again, and looks different each time', () => {
  const [first, second] = [seal(SECRET, KEY, 'totp:1'), seal(SECRET, KEY, 'totp:1')];
  expect(unseal(first, KEY, 'totp:1')).toEqual(SECRET);
  expect(first.equals(second)).toBe(false);
  expect(first.includes(SECRET)).toBe(false);
});

test('sealed data that was changed anywhere, of another key or of another person is refused', () => {
  const sealed = seal(SECRET, KEY, 'totp:1');
  for (let place = 0; place < sealed.length; place++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(sealed.readUInt8(place) ^ 1, place);
    expect(() => unseal(changed, KEY, 'totp:1')).toThrow();
  }
  expect(() => unseal(sealed, randomBytes(32), 'totp:1')).toThrow();
  expect(() => unseal(sealed, KEY, 'totp:2')).toThrow();
});
