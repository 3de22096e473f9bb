import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, day, flag, id, requiredText, singleLine, timestamp, wholeNumber } from '../platform/fields.ts';
import { pagePaging, total } from '../platform/paging.ts';
import {
  LEDGER_PAGE_SIZE,
  Ledger,
  MANUAL_CREDIT_KINDS,
  PAYMENT_KINDS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_REASON_MAX,
  Receipt,
} from './payments.ts';

const PAGE_SIZE = 25;
const PAGE_MAX = 100;
export const MANUAL_CREDIT_MAX = { days: 366, points: 10_000, roubles: 15_000 } as const;
export const MANUAL_CREDIT_REASON_MAX = 300;
export const PAYERS_MAX = 10;

/** The payer. Names are empty when the account was erased. */
const Payer = z.object({
  id: z.number().int(),
  login: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
});

export const StaffPayment = z.object({
  id: z.number().int(),
  payer: Payer,
  kind: z.enum(PAYMENT_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  amount_kopecks: z.number().int(),
  refunded_kopecks: z.number().int(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  auto: bit,
  created: timestamp,
  settled: timestamp.nullable(),
});
export type StaffPayment = z.infer<typeof StaffPayment>;

const PAYMENT_EVENTS = [
  'created',
  'placed',
  'settled',
  'notice',
  'refund_begun',
  'refund_done',
  'refund_refused',
] as const;

export const StaffPaymentDetails = StaffPayment.extend({
  provider: z.string(),
  provider_id: z.string().nullable(),
  receipt: Receipt.nullable(),
  /** The subscription period bought; null for other payments and after a full refund. */
  period: z.object({ from: timestamp, until: timestamp, used: timestamp.nullable() }).nullable(),
  refunds: z.array(
    z.object({
      id: z.number().int(),
      status: z.enum(['created', 'pending', 'succeeded', 'canceled']),
      amount_kopecks: z.number().int(),
      /** Whole days of subscription revoked by the refund. */
      taken_days: z.number().int(),
      reason: z.string(),
      /** The staff member who refunded; null: the payer, or the provider's back office. */
      given_by: z.object({ id: z.number().int(), login: z.string() }).nullable(),
      created: timestamp,
      settled: timestamp.nullable(),
      receipt: Receipt.nullable(),
    }),
  ),
  entries: z.array(
    z.object({
      movement: z.number().int(),
      kind: z.string(),
      account: z.string(),
      amount_kopecks: z.number().int(),
      created: timestamp,
    }),
  ),
  history: z.array(z.object({ at: timestamp, event: z.enum(PAYMENT_EVENTS), said: z.string() })),
  left_kopecks: z.number().int(),
});
export type StaffPaymentDetails = z.infer<typeof StaffPaymentDetails>;

export const StaffPayer = Payer.extend({
  until: timestamp.nullable(),
  balance_kopecks: z.number().int(),
  bonus_points: z.number().int(),
});
export type StaffPayer = z.infer<typeof StaffPayer>;

export const StaffPaymentsFilter = z.object({
  /** Part of a name, login or email, or a number: of the payment, the person or the provider. */
  search: singleLine(100).optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  kind: z.enum(PAYMENT_KINDS).optional(),
  /** First and last day, Moscow time. */
  from: day.optional(),
  to: day.optional(),
});
export type StaffPaymentsFilter = z.infer<typeof StaffPaymentsFilter>;

export const staffPaymentsApi = {
  list: endpoint('GET', '/api/admin/payments', 'staff', {
    permission: 'money.read',
    summary: 'Payments of everybody, the latest first.',
    query: StaffPaymentsFilter.extend(pagePaging(PAGE_SIZE, PAGE_MAX)),
    response: z.object({
      list: z.array(StaffPayment),
      total,
      paid_kopecks: z.number().int(),
      refunded_kopecks: z.number().int(),
    }),
  }),
  one: endpoint('GET', '/api/admin/payments/{id}', 'staff', {
    permission: 'money.read',
    summary: 'One payment: its purpose, ledger entries, receipts, and the provider’s data.',
    params: z.object({ id }),
    response: StaffPaymentDetails,
    errors: ['not_found'],
  }),
  refund: endpoint('POST', '/api/admin/payments/{id}/refund', 'staff', {
    permission: 'money.refund',
    summary:
      'Refund a payment, whole or `amount_kopecks` of it, with a reason that its payer reads. A partial refund of a year takes the same share of its days, unless `keep_time`. Nobody decides about their own.',
    params: z.object({ id }),
    body: z.object({
      reason: requiredText(REFUND_REASON_MAX),
      /** Default: everything that is left. */
      amount_kopecks: wholeNumber(1, 1_000_000_000).optional(),
      /** The refundable amount when staff decided; the request fails when the amount has changed. */
      left_kopecks: wholeNumber(0, 1_000_000_000),
      keep_time: flag.optional(),
    }),
    response: z.object({ id: z.number().int(), status: z.enum(PAYMENT_STATUSES) }),
    errors: [
      'not_found',
      'forbidden',
      'refund_impossible',
      'refund_changed',
      'not_enough_money',
      'provider_unavailable',
      'idempotency_running',
      'idempotency_mismatch',
    ],
  }),
  payers: endpoint('GET', '/api/admin/payers', 'staff', {
    permission: 'money.read',
    summary: 'Search users by a part of their name, login or email, or by their number, with their balances.',
    query: z.object({ q: singleLine(100).pipe(z.string().min(1)) }),
    response: z.object({ list: z.array(StaffPayer) }),
  }),
  ledger: endpoint('GET', '/api/admin/payers/{user_id}', 'staff', {
    permission: 'money.read',
    summary: 'The ledger of one user, and their balances.',
    params: z.object({ user_id: id }),
    query: z.object(pagePaging(LEDGER_PAGE_SIZE, PAGE_MAX)),
    response: Ledger.extend({ payer: StaffPayer }),
    errors: ['not_found'],
  }),
  addManualCredit: endpoint('POST', '/api/admin/payers/{user_id}/gifts', 'staff', {
    permission: 'money.grant',
    summary:
      'Credit days of subscription, bonus points or roubles to a user, with a reason that they read. Nobody credits themselves.',
    params: z.object({ user_id: id }),
    body: z
      .object({
        what: z.enum(MANUAL_CREDIT_KINDS),
        amount: wholeNumber(1, 15_000),
        reason: requiredText(MANUAL_CREDIT_REASON_MAX),
      })
      .refine(({ what, amount }) => amount <= MANUAL_CREDIT_MAX[what], { path: ['amount'] }),
    response: StaffPayer,
    errors: ['not_found', 'forbidden', 'idempotency_running', 'idempotency_mismatch'],
  }),
};
