import { randomInt } from 'node:crypto';

/** Without 0, O, 1 and I, because codes are read aloud and copied by hand. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 7;

export function generateReferralCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Cyrillic letters that look like letters of a code. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

export function normalizeReferralCode(typed: string): string {
  return typed
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[АВЕКМНРСТУХ]/g, (letter) => LOOKALIKES[letter] ?? letter);
}
