import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Begins sealed data and names how it was sealed: another algorithm gets another one, and reads both. */
const VERSION = Buffer.from('ok1:');

/** Encrypts a value bound to a context: data sealed for one user cannot be decrypted in another user's row. */
export function seal(plain: Uint8Array, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(VERSION + context));
  return Buffer.concat([VERSION, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export const isSealed = (data: Buffer): boolean => data.subarray(0, VERSION.length).equals(VERSION);

/** Throws when the key or the context differs or the data was altered. */
export const unseal = (sealed: Buffer, key: Buffer, context: string): Buffer =>
  isSealed(sealed)
    ? decrypt(sealed.subarray(VERSION.length), key, VERSION + context)
    : // Sealed before versions were written.
      decrypt(sealed, key, context);

function decrypt(sealed: Buffer, key: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
