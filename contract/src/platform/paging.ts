import { z } from 'zod';
import { wholeNumber } from './fields.ts';

/** A larger `offset` or `page` returns an empty list instead of an error. */
const OFFSET_MAX = 1_000_000_000;

/** `?size&offset`: offset counts items. */
export const offsetPaging = (defaultSize: number, maxSize: number) => ({
  size: wholeNumber(0, OFFSET_MAX)
    .default(defaultSize)
    .transform((size) => Math.min(Math.max(size, 1), maxSize)),
  offset: wholeNumber(0, OFFSET_MAX).default(0),
});

/** `?size&page`: pages count from one; 0 means the first. */
export const pagePaging = (defaultSize: number, maxSize: number) => ({
  size: wholeNumber(0, OFFSET_MAX)
    .default(defaultSize)
    .transform((size) => Math.min(Math.max(size, 1), maxSize)),
  page: wholeNumber(0, OFFSET_MAX)
    .default(1)
    .transform((page) => Math.max(page, 1)),
});

export const total = z.number().int();
