import {
  AD_DESCRIPTION_MAX,
  AD_KINDS,
  AD_PHOTOS_MAX,
  AD_SWAP_FOR_MAX,
  AD_TITLE_MAX,
  PRICE_PERIODS,
} from '@app/contract/market/ads';
import { day, flag, requiredLine, requiredText, singleLine } from '@app/contract/platform/fields';
import { roubles } from '@app/contract/platform/money';
import { DISTRICT_MAX } from '@app/contract/reference/places';
import { z } from 'zod';

const EXTERNAL_ID_MAX = 200;
const NAME_MAX = 120;

const optional = (max: number) => singleLine(max).default('');
const unlessEmpty = (value: unknown): unknown => (value === '' ? undefined : value);
const word = (max: number) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), optional(max));

/** An ad in a feed: the field names of the API call, plus fields that only feeds have. */
export const FeedAd = z.object({
  /** The ad's id at its source; a repeated import updates the same ad. */
  external_id: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    requiredLine(EXTERNAL_ID_MAX),
  ),
  board_title: requiredLine(AD_TITLE_MAX),
  board_description: requiredText(AD_DESCRIPTION_MAX),
  board_price: z.preprocess((value) => (value === '' || value === null || value === undefined ? 0 : value), roubles),
  board_kind: z.preprocess(unlessEmpty, z.enum(AD_KINDS).default('sell')),
  board_price_period: z.preprocess(unlessEmpty, z.enum(PRICE_PERIODS).optional()),
  board_swap_for: optional(AD_SWAP_FOR_MAX),
  board_return_on: z.preprocess(unlessEmpty, day.optional()),
  board_enabled: z.preprocess((value) => (value === '' || value === undefined ? 1 : value), flag),
  category: word(NAME_MAX),
  country: word(NAME_MAX),
  city: word(NAME_MAX),
  board_district: optional(DISTRICT_MAX),
  user_firstname: optional(60),
  user_phone: word(20),
  user_photo: optional(500),
  /** Publication time at the source; defaults to now. */
  published: z.preprocess(unlessEmpty, z.coerce.date().optional()),
  /** Files next to the feed; separated by `|` in CSV. */
  photos: z.preprocess(
    (value) => (typeof value === 'string' ? value.split('|').filter((name) => name.trim() !== '') : value),
    z.array(singleLine(500)).max(AD_PHOTOS_MAX).default([]),
  ),
});
export type FeedAd = z.infer<typeof FeedAd>;

export function explain(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}
