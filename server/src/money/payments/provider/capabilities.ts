import { AUTOPAY_METHOD, PAYMENT_METHODS, type PaymentMethod } from '@app/contract/money/payments';
import type { MethodCapability } from './provider.ts';

/** Methods discontinued in Russia: QIWI Bank lost its licence on 2024-02-21, and the provider removed WebMoney. */
const GONE: readonly PaymentMethod[] = ['qiwi', 'webmoney'];

/** What YooKassa offers today, in the order of the specification. The sandbox copies this list. */
export const YOOKASSA_CAPABILITIES: readonly MethodCapability[] = PAYMENT_METHODS.map((method) => ({
  method,
  enabled: !GONE.includes(method),
  autopay: method === AUTOPAY_METHOD,
  ...(GONE.includes(method) && { reasonKey: `payments.reason.${method}` }),
}));
