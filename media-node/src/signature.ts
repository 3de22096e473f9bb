import { createHmac, timingSafeEqual } from 'node:crypto';

/** 128 bits are enough against guessing and keep links and cookies short. */
const SIGNATURE_BYTES = 16;

/**
 * Hashes of the HMACs of links, cookies, join tokens and codes. The first one makes new values, all are accepted: another
 * one is added at the end in one version and moved to the front in the next, and the former goes when its values ended.
 */
export const MAC_HASHES = ['sha256'];

export type SigningKey = string | Buffer;

/** HMACs of a text by all accepted hashes; the first one is for new values. */
export const macsOf = (key: SigningKey, text: string): [Buffer, ...Buffer[]] =>
  MAC_HASHES.map((hash) => createHmac(hash, key).update(text).digest()) as [Buffer, ...Buffer[]];

/** Compares in constant time. */
export const isOneOf = (given: Buffer, macs: readonly Buffer[]): boolean =>
  macs.some((mac) => given.length === mac.length && timingSafeEqual(given, mac));

const signaturesOf = (key: SigningKey, text: string): [Buffer, ...Buffer[]] =>
  macsOf(key, text).map((mac) => mac.subarray(0, SIGNATURE_BYTES)) as [Buffer, ...Buffer[]];

/** Signs a text, so that it can be verified when it returns in a link or cookie; 22 characters. */
export const sign = (key: SigningKey, text: string): string => signaturesOf(key, text)[0].toString('base64url');

export const isSigned = (key: SigningKey, text: string, signature: string): boolean =>
  isOneOf(Buffer.from(signature, 'base64url'), signaturesOf(key, text));
