import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, flag, id, line, moment } from './fields.ts';

/** The specification's six labels and СБП. Which of them work is the provider's word. */
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
/** What one payment buys. */
export const SUBSCRIPTION_MONTHS = 12;
/** How long the page waits before it goes home after a payment, milliseconds. */
export const PAYED_REDIRECT_MS = 2000;

export const PAYMENT_STATUSES = ['created', 'pending', 'succeeded', 'canceled', 'refunded'] as const;

export const SubscriptionOffer = z.object({
  price_kopecks: z.number().int(),
  months: z.number().int(),
  methods: z.array(
    z.object({
      method: z.enum(PAYMENT_METHODS),
      enabled: bit,
      autopay: bit,
      /** Why a method is off, in the request's language. */
      reason: z.string().optional(),
    }),
  ),
});
export type SubscriptionOffer = z.infer<typeof SubscriptionOffer>;

export const paymentsApi = {
  offer: endpoint({
    method: 'GET',
    path: '/api/payments/subscribe',
    access: 'public',
    summary: 'Price of the annual subscription and the ways to pay.',
    response: SubscriptionOffer,
  }),
  pay: endpoint({
    method: 'PUT',
    path: '/api/payments/subscribe/pay',
    access: 'user',
    summary:
      'Start a payment for oneself, whatever `user_id` says; the answer is the address the browser goes to. Without a method the provider’s page asks.',
    body: z.object({ user_id: id.optional(), method: z.enum(PAYMENT_METHODS).optional(), autopay: flag.optional() }),
    response: z.string(),
    errors: ['provider_unavailable', 'not_found', 'idempotency_running', 'idempotency_mismatch'],
    limit: { max: 30, seconds: 3600 },
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/payments',
    access: 'user',
    summary: 'The viewer’s payments, newest first.',
    response: z.object({
      payments: z.array(
        z.object({
          id: z.number().int(),
          status: z.enum(PAYMENT_STATUSES),
          amount_kopecks: z.number().int(),
          method: z.enum(PAYMENT_METHODS).nullable(),
          created: moment,
          settled: moment.nullable(),
        }),
      ),
      payed: bit,
      payed_until: moment.nullable(),
    }),
  }),
  yookassaNotice: endpoint({
    method: 'POST',
    path: '/api/payments/notifications/yookassa',
    access: 'public',
    summary: 'Notice from the provider. Only the payment id in it is believed; the payment itself is asked for.',
    body: z.object({ event: line(100).optional(), object: z.object({ id: line(100) }) }),
    response: z.object({}),
    readsOnly: true,
  }),
  sandboxNotice: endpoint({
    method: 'POST',
    path: '/api/payments/notifications/sandbox',
    access: 'public',
    summary: 'The same from the sandbox provider.',
    body: z.object({ event: line(100).optional(), object: z.object({ id: line(100) }) }),
    response: z.object({}),
    readsOnly: true,
  }),
};
