import { AUTOPAY_METHOD, PAYMENT_METHODS, type PaymentMethod } from '@app/contract/money/payments';
import type { MethodCapability } from './provider.ts';

/** Ways to pay that are gone in Russia: QIWI Bank lost its licence on 2024-02-21, WebMoney left the provider's list. */
const GONE: readonly PaymentMethod[] = ['qiwi', 'webmoney'];

/** What YooKassa offers today, in the order of the specification. The sandbox copies it. */
export const YOOKASSA_CAPABILITIES: readonly MethodCapability[] = PAYMENT_METHODS.map((method) => ({
  method,
  enabled: !GONE.includes(method),
  autopay: method === AUTOPAY_METHOD,
  ...(GONE.includes(method) && { reasonKey: `payments.reason.${method}` }),
}));
