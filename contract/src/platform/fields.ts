import { z } from 'zod';

// PostgreSQL rejects NUL in text, and other control characters have no use in user input.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters being refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const withoutControls = (value: string): boolean => !CONTROL.test(value);

/** Lone surrogates are not valid text: PostgreSQL rejects them in JSON. */
export const replaceLoneSurrogates = (value: string): string => value.replace(/\p{Surrogate}/gu, '\ufffd');

/** One line of text, trimmed, at most `max` characters. Line breaks become spaces. */
export const singleLine = (max: number) =>
  z
    .string()
    .refine(withoutControls)
    .transform((value) => replaceLoneSurrogates(value).replace(/\s+/gu, ' ').trim())
    .pipe(z.string().max(max));

export const text = (max: number) =>
  z
    .string()
    .refine(withoutControls)
    .transform((value) => replaceLoneSurrogates(value).replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max));

export const requiredLine = (max: number) => singleLine(max).pipe(z.string().min(1));

export const requiredText = (max: number) => text(max).pipe(z.string().min(1));

/**
 * A whole number from `min` to `max` as a JSON number or decimal digits (forms and addresses only carry strings).
 * Exponents, signs and spaces are rejected: "1e309", "+5", " 7".
 */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([z.number().int(), z.string().regex(/^\d{1,15}$/)])
    .transform((value) => Number(value))
    .pipe(z.number().int().min(min).max(max));

export const id = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** An id that forms may leave empty: '', '0', null and the strings that scripts send for an unset value mean none. */
export const optionalId = z
  .union([z.enum(['', '0', 'null', 'undefined']), z.literal(0), z.null(), id])
  .transform((value) => (typeof value === 'number' && value !== 0 ? value : null))
  .optional();

/** 0 or 1 in all the spellings that forms and old clients send. */
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['0', '1', 'true', 'false', 'on', ''])])
  .transform((value): 0 | 1 =>
    value === true || value === 1 || value === '1' || value === 'true' || value === 'on' ? 1 : 0,
  );

/** In responses: 0 or 1. */
export const bit = z.union([z.literal(0), z.literal(1)]);

/** In responses: UTC time, ISO 8601. */
export const timestamp = z.string().meta({ format: 'date-time' });

/** A calendar day, `2026-11-22`. PostgreSQL has no year 0. */
export const day = z.iso.date().refine((date) => !date.startsWith('0000'));

/** Degrees from -`max` to `max` as decimal digits, at most `decimals` of them after the point. */
export const degrees = (max: number, decimals: number) =>
  z
    .string()
    .regex(new RegExp(`^-?\\d{1,3}(\\.\\d{1,${decimals}})?$`))
    .transform(Number)
    .pipe(z.number().min(-max).max(max));

export const search = singleLine(200).optional();

/** At most `max` distinct ids: a JSON array, or a comma-separated string as forms send it. */
export const idList = (max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter((part) => part.trim() !== '') : value),
      z.array(id).max(max),
    )
    .refine((ids) => new Set(ids).size === ids.length);
