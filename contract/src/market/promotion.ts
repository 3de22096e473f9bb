import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, singleLine, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import { Board } from './ads.ts';

/**
 * `raise`: a place at the top of the list, rotated among promotions. `highlight`: the card stands out at its regular
 * place.
 */
export const PROMOTION_KINDS = ['raise', 'highlight'] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];
export const PROMOTION_DAYS = [1, 3, 7, 30] as const;
export type PromotionDays = (typeof PROMOTION_DAYS)[number];
/** At most one of this many consecutive cards is promoted. */
export const PROMOTED_ONE_OF = 5;
export const MY_PROMOTIONS_PATH = '/profile/promotions';
export const PROMOTION_PAGE_SIZE = 20;
export const PROMOTION_PAGE_MAX = 100;
export const ADVERTISER_MAX = 160;
export const ERID_MAX = 64;
export const ERID = /^[A-Za-z0-9_-]{8,64}$/;
const PRICE_MAX_KOPECKS = 100_000_00;

const kind = z.enum(PROMOTION_KINDS);
const days = wholeNumber(1, 30).pipe(z.union([z.literal(1), z.literal(3), z.literal(7), z.literal(30)]));

export const PromotionTariff = z.object({
  kind,
  days: z.union([z.literal(1), z.literal(3), z.literal(7), z.literal(30)]),
  price_kopecks: z.number().int(),
  /** Guaranteed views through the promoted card; bonus points compensate for missing views. 0: no guarantee. */
  promised_views: z.number().int(),
  /** Maximum share of the price payable with bonus points, percent. */
  bonus_percent: z.number().int(),
  enabled: bit,
});
export type PromotionTariff = z.infer<typeof PromotionTariff>;

/** The advertiser, which the law requires for ads of a business (38-FZ, article 18.1). */
export const Advertiser = z.object({ advertiser: z.string(), inn: z.string(), erid: z.string() });
export type Advertiser = z.infer<typeof Advertiser>;

export const Promotion = z.object({
  id: z.number().int(),
  kind,
  days: z.number().int(),
  /**
   * `paused`: the ad is not shown, and `ends` moves by that time. `over`: the time has passed, and views are being
   * counted. `settled`: counted.
   */
  state: z.enum(['running', 'paused', 'over', 'settled']),
  /** Null when the ad was erased. */
  board_id: z.number().int().nullable(),
  board_title: z.string(),
  price_kopecks: z.number().int(),
  from_bonus_kopecks: z.number().int(),
  starts: timestamp,
  ends: timestamp,
  views: z.number().int(),
  promised_views: z.number().int(),
  /** Bonus points returned for missing views. */
  bonus_back: z.number().int(),
  advert: Advertiser.nullable(),
});
export type Promotion = z.infer<typeof Promotion>;

export const PromotionDay = z.object({
  day: z.string(),
  promoted: z.number().int(),
  other: z.number().int(),
});
export type PromotionDay = z.infer<typeof PromotionDay>;

const tariffs = z.array(PromotionTariff);

export const promotionApi = {
  tariffs: endpoint('GET', '/api/promotion/tariffs', 'staff', {
    permission: 'tariffs.edit',
    summary: 'Promotion tariffs with their prices and guaranteed views, including those that are switched off.',
    response: z.object({ tariffs }),
  }),
  setTariffs: endpoint('PUT', '/api/promotion/tariffs', 'staff', {
    permission: 'tariffs.edit',
    summary:
      'Change promotion tariffs; tariffs that are not named stay. Promotions already bought keep their price and guaranteed views.',
    body: z.object({
      tariffs: z
        .array(
          z.object({
            kind,
            days,
            price_kopecks: wholeNumber(100, PRICE_MAX_KOPECKS),
            promised_views: wholeNumber(0, 1_000_000),
            bonus_percent: wholeNumber(0, 100),
            enabled: flag,
          }),
        )
        .min(1)
        .max(PROMOTION_KINDS.length * PROMOTION_DAYS.length)
        .refine((rows) => new Set(rows.map((row) => `${row.kind} ${row.days}`)).size === rows.length),
    }),
    response: z.object({ tariffs }),
  }),
  offer: endpoint('GET', '/api/promotion/ad/{id}', 'user', {
    summary: 'Prices for promoting an own ad, the card that is promoted, and its earlier promotions.',
    params: z.object({ id }),
    response: z.object({
      board: Board,
      promotable: bit,
      /** 1: the owner is a business, and the card says «Реклама». */
      business: bit,
      advert: Advertiser,
      tariffs,
      promotions: z.array(Promotion),
    }),
    errors: ['forbidden', 'not_found'],
  }),
  start: endpoint('PUT', '/api/promotion', 'user', {
    summary:
      'Promote an own ad from now on, paid from the balance and, with `bonus`, partly in points. `price_kopecks` is the price that was shown: another price is rejected.',
    body: z.object({
      board_id: id,
      kind,
      days,
      price_kopecks: wholeNumber(0, PRICE_MAX_KOPECKS),
      bonus: flag.optional(),
      advertiser: singleLine(ADVERTISER_MAX).optional(),
      inn: singleLine(20).optional(),
      erid: singleLine(ERID_MAX).optional(),
    }),
    response: Promotion,
    errors: [
      'forbidden',
      'not_found',
      'not_enough_money',
      'already_promoted',
      'ad_not_shown',
      'price_changed',
      'idempotency_running',
      'idempotency_mismatch',
    ],
  }),
  list: endpoint('GET', '/api/promotion', 'user', {
    summary: 'The viewer’s promotions, the latest first.',
    query: z.object({ ...pagePaging(PROMOTION_PAGE_SIZE, PROMOTION_PAGE_MAX) }),
    response: z.object({ list: z.array(Promotion), total }),
  }),
  report: endpoint('GET', '/api/promotion/{id}/report', 'user', {
    summary: 'Results of an own promotion: views with and without it for each of its days, and the usual views before.',
    params: z.object({ id }),
    response: z.object({
      promotion: Promotion,
      days: z.array(PromotionDay),
      /** Views per day in the week before the promotion, in tenths: 25 is 2.5. Null: the ad did not exist yet. */
      before_tenths: z.number().int().nullable(),
    }),
    errors: ['not_found'],
  }),
};
