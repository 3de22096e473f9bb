import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits are enough against guessing and keep links and cookies short. */
const SIGNATURE_BYTES = 16;

const signatureOf = (key: string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES);

/** Signs a text, so that it can be verified when it returns in a link or cookie; 22 characters. */
export const sign = (key: string, text: string): string => signatureOf(key, text).toString('base64url');

export function isSigned(key: string, text: string, signature: string): boolean {
  const expected = signatureOf(key, text);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
