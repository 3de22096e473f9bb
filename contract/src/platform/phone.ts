import { z } from 'zod';

/** Digits of the national part. Registration takes 12, the profile and staff forms 11 (a phone saved earlier may stay). */
export const PHONE_MIN_DIGITS = 6;
export const PHONE_MAX_DIGITS_AT_REGISTRATION = 12;
export const PHONE_MAX_DIGITS = 11;

/** A phone as typed: spaces, plus, parentheses and hyphens fall away, digits stay. */
export const phoneDigits = (maxDigits: number) =>
  z
    .string()
    .max(40)
    .transform((value) => value.replace(/[\s+()-]/g, ''))
    .pipe(z.string().min(1).regex(/^\d+$/).max(maxDigits));

/** Country calling code: digits, a plus is allowed. */
export const countryCode = z
  .string()
  .max(8)
  .transform((value) => value.replace(/[\s+()-]/g, ''))
  .pipe(z.string().regex(/^\d{0,4}$/));
