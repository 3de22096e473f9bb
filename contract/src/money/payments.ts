import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, singleLine, text, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';

export const PAYMENT_METHODS = [
  'bank_card',
  'yoo_money',
  'webmoney',
  'sberbank',
  'qiwi',
  'mobile_balance',
  'sbp',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** The only method that can renew by itself. */
export const AUTOPAY_METHOD: PaymentMethod = 'bank_card';
export const SUBSCRIPTION_MONTHS = 12;
export const PAYED_REDIRECT_MS = 2000;

/** Days after the end of a subscription in which its owner may still create content; `payed` is 0 from the end on. */
export const GRACE_DAYS = 3;
/** An automatic charge runs this many days before the year ends; a refused one again this many days after the first. */
export const CHARGE_DAYS_BEFORE = 1;
export const CHARGE_RETRY_DAYS = [1, 2, 3] as const;
/** Days before an automatic charge on which the owner is notified. */
export const CHARGE_NOTICE_DAYS = [7, 2] as const;
/** Days within which users may refund an unused year themselves. */
export const REFUND_DAYS = 14;
export const TOPUP_MIN_ROUBLES = 50;
export const TOPUP_MAX_ROUBLES = 15_000;
/** One bonus point pays for one rouble. */
export const POINT_KOPECKS = 100;
export const LEDGER_PAGE_SIZE = 25;
export const REFUND_REASON_MAX = 300;

/**
 * `held`: authorized by the provider, not captured yet. `refunding`: the refund is pending, and what the payment
 * granted is already revoked.
 */
export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'held',
  'succeeded',
  'canceled',
  'refunding',
  'refunded',
] as const;

export const PAYMENT_KINDS = ['subscription', 'topup'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** A fiscal receipt; `pending` until the provider registers it. */
export const Receipt = z.object({
  state: z.enum(['pending', 'succeeded', 'canceled']),
  url: z.string().nullable(),
  number: z.string().nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

/**
 * Kinds of ledger entries. `refund_undone`: the provider could not refund, so everything was restored. `returned`: a
 * spent amount returned to the balance. `bonus_taken`: points reversed because their reason no longer holds.
 */
export const LEDGER_KINDS = [
  'subscription',
  'topup',
  'refund',
  'refund_undone',
  'promotion',
  'returned',
  'bonus',
  'bonus_taken',
  'gift',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const MANUAL_CREDIT_KINDS = ['days', 'points', 'roubles'] as const;
export type ManualCreditKind = (typeof MANUAL_CREDIT_KINDS)[number];

export const BONUS_REASONS = ['referral', 'promotion_missed', 'gift'] as const;
export type BonusReason = (typeof BONUS_REASONS)[number];

export const LedgerEntry = z.object({
  id: z.number().int(),
  kind: z.enum(LEDGER_KINDS),
  created: timestamp,
  /** Money between the person and the provider: payments are negative, refunds positive. */
  amount_kopecks: z.number().int(),
  balance_kopecks: z.number().int(),
  bonus_points: z.number().int(),
  days: z.number().int(),
  reason: z.enum(BONUS_REASONS).nullable(),
  /** The promoted ad; its id is null when it was erased. */
  ad: z.object({ id: z.number().int().nullable(), title: z.string() }).optional(),
  payment: z
    .object({
      id: z.number().int(),
      kind: z.enum(PAYMENT_KINDS),
      status: z.enum(PAYMENT_STATUSES),
      /** The part that was not refunded yet. */
      left_kopecks: z.number().int(),
      method: z.enum(PAYMENT_METHODS).nullable(),
      auto: bit,
      /** 1: the reader may refund this payment now with `POST payments/{id}/refund`. */
      refundable: bit,
    })
    .nullable(),
  comment: z.string().nullable(),
  receipt: Receipt.nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const Ledger = z.object({
  list: z.array(LedgerEntry),
  total,
  balance_kopecks: z.number().int(),
  bonus_points: z.number().int(),
  /** Points reversed after they were spent; the next points pay this debt first. */
  owed_points: z.number().int(),
});

export const Subscription = z.object({
  /** `grace`: expired, but creating stays allowed for {@link GRACE_DAYS} days more. */
  state: z.enum(['none', 'active', 'grace', 'expired']),
  payed: bit,
  until: timestamp.nullable(),
  grace_until: timestamp.nullable(),
  price_kopecks: z.number().int(),
  autopay: bit,
  /** The saved card as the provider names it («•••• 4477»). */
  method: z.object({ kind: z.enum(PAYMENT_METHODS), title: z.string() }).nullable(),
  next_charge: z.object({ at: timestamp, amount_kopecks: z.number().int() }).nullable(),
  /** Refused automatic charges of this period; kept after autopay gave up, until the next year is paid. */
  refused_charges: z.number().int(),
  /** The payment that the user can refund now, and until when. */
  refund: z.object({ payment_id: z.number().int(), amount_kopecks: z.number().int(), until: timestamp }).nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const SubscriptionOffer = z.object({
  price_kopecks: z.number().int(),
  months: z.number().int(),
  methods: z.array(
    z.object({
      method: z.enum(PAYMENT_METHODS),
      enabled: bit,
      autopay: bit,
      reason: z.string().optional(),
    }),
  ),
  /** When the caller's last subscription ended; absent while it runs and for who never had one. */
  ended: timestamp.optional(),
});
export type SubscriptionOffer = z.infer<typeof SubscriptionOffer>;

const START_ERRORS = [
  'provider_unavailable',
  'requisites_missing',
  'not_found',
  'email_required',
  'idempotency_running',
  'idempotency_mismatch',
] as const;

export const paymentsApi = {
  offer: endpoint('GET', '/api/payments/subscribe', 'public', {
    summary: 'Price of the annual subscription and the payment methods.',
    response: SubscriptionOffer,
  }),
  pay: endpoint('PUT', '/api/payments/subscribe/pay', 'user', {
    summary:
      'Start a payment for oneself, whatever `user_id` says; the answer is the address the browser goes to. Without a method the provider’s page asks.',
    body: z.object({
      user_id: z.unknown().optional(),
      method: z.enum(PAYMENT_METHODS).optional(),
      autopay: flag.optional(),
    }),
    response: z.string(),
    errors: START_ERRORS,
    limit: { max: 30, seconds: 3600 },
  }),
  history: endpoint('GET', '/api/payments', 'user', {
    summary: 'The viewer’s payments, newest first.',
    response: z.object({
      payments: z.array(
        z.object({
          id: z.number().int(),
          kind: z.enum(PAYMENT_KINDS),
          status: z.enum(PAYMENT_STATUSES),
          amount_kopecks: z.number().int(),
          method: z.enum(PAYMENT_METHODS).nullable(),
          created: timestamp,
          settled: timestamp.nullable(),
        }),
      ),
      payed: bit,
      payed_until: timestamp.nullable(),
    }),
  }),
  ledger: endpoint('GET', '/api/payments/ledger', 'user', {
    summary: 'The viewer’s ledger: charges, refunds, bonus points, the latest first.',
    query: z.object(pagePaging(LEDGER_PAGE_SIZE, LEDGER_PAGE_SIZE)),
    response: Ledger,
  }),
  subscription: endpoint('GET', '/api/payments/subscription', 'user', {
    summary: 'The viewer’s subscription: its end, the saved card, the next charge, the refundable amount.',
    response: Subscription,
  }),
  setAutopay: endpoint('PUT', '/api/payments/subscription/autopay', 'user', {
    summary: 'Turn autopay off, or on again while a card is saved. Once it is off nothing is charged.',
    body: z.object({ autopay: flag }),
    response: Subscription,
    errors: ['method_missing'],
    limit: { max: 30, seconds: 3600 },
  }),
  removeMethod: endpoint('DELETE', '/api/payments/method', 'user', {
    summary: 'Remove the saved card, and autopay with it. Safe to repeat.',
    response: Subscription,
    limit: { max: 30, seconds: 3600 },
  }),
  refund: endpoint('POST', '/api/payments/{id}/refund', 'user', {
    summary:
      'Refund the viewer’s own unused year or unspent top-up within 14 days: all that is left. Its benefits end at once.',
    params: z.object({ id }),
    body: z.object({ reason: text(REFUND_REASON_MAX).optional() }),
    response: z.object({ id: z.number().int(), status: z.enum(PAYMENT_STATUSES) }),
    errors: [
      'not_found',
      'refund_too_late',
      'refund_used',
      'refund_impossible',
      'not_enough_money',
      'provider_unavailable',
      'idempotency_running',
      'idempotency_mismatch',
    ],
    limit: { max: 30, seconds: 3600 },
  }),
  topup: endpoint('PUT', '/api/payments/topup', 'user', {
    summary: 'Start paying into one’s own balance, whole roubles; the answer is the address the browser goes to.',
    body: z.object({
      amount: wholeNumber(TOPUP_MIN_ROUBLES, TOPUP_MAX_ROUBLES),
      method: z.enum(PAYMENT_METHODS).optional(),
    }),
    response: z.string(),
    errors: START_ERRORS,
    limit: { max: 30, seconds: 3600 },
  }),
  yookassaWebhook: endpoint('POST', '/api/payments/notifications/yookassa', 'public', {
    summary:
      'Webhook of the provider. Only its id is trusted; the payment or refund itself is fetched from the provider.',
    body: z.object({ event: singleLine(100).optional(), object: z.object({ id: singleLine(100) }) }),
    response: z.object({}),
    errors: ['forbidden'],
    readsOnly: true,
  }),
  sandboxWebhook: endpoint('POST', '/api/payments/notifications/sandbox', 'public', {
    summary: 'The webhook of the sandbox provider.',
    body: z.object({ event: singleLine(100).optional(), object: z.object({ id: singleLine(100) }) }),
    response: z.object({}),
    readsOnly: true,
  }),
};
