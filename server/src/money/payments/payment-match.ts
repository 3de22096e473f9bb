import type { Payment } from './payments.queries.ts';
import type { ProviderPayment } from './provider/provider.ts';

/** What makes the provider's payment not ours: the name of the first thing that differs, or undefined. */
export function findMismatch(
  payment: Pick<Payment, 'id' | 'amount_kopecks' | 'currency' | 'provider_id'>,
  truth: ProviderPayment,
  shopId: string | undefined,
): 'id' | 'order' | 'amount' | 'currency' | 'shop' | undefined {
  if (truth.providerId !== payment.provider_id) return 'id';
  if (truth.metadata.payment_id !== String(payment.id)) return 'order';
  if (truth.amountKopecks !== payment.amount_kopecks) return 'amount';
  if (truth.currency !== payment.currency) return 'currency';
  if (shopId !== undefined && truth.shopId !== shopId) return 'shop';
  return undefined;
}
