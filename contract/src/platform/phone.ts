import { z } from 'zod';

/** Digits of the national part. Registration accepts 12, profile and staff forms 11; a stored longer phone may stay. */
export const PHONE_MIN_DIGITS = 6;
export const PHONE_MAX_DIGITS_AT_REGISTRATION = 12;
export const PHONE_MAX_DIGITS = 11;

export const phoneDigits = (maxDigits: number) =>
  z
    .string()
    .max(40)
    .transform((value) => value.replace(/[\s+()-]/g, ''))
    .pipe(z.string().min(1).regex(/^\d+$/).max(maxDigits));

export const countryCode = z
  .string()
  .max(8)
  .transform((value) => value.replace(/[\s+()-]/g, ''))
  .pipe(z.string().regex(/^\d{0,4}$/));
