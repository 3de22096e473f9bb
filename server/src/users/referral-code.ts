import { randomInt } from 'node:crypto';

/** Without 0, O, 1 and I: codes are read aloud and copied by hand. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 7;

export function makeReferralCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** Codes are compared in upper case. */
export const tidyReferralCode = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();
