import type { Payment } from './payments.queries.ts';
import type { ProviderPayment } from './provider/provider.ts';

/** Returns the name of the first field in which the provider's payment differs from the stored one, or undefined. */
export function findMismatch(
  payment: Pick<Payment, 'id' | 'amount_kopecks' | 'currency' | 'provider_id'>,
  providerPayment: ProviderPayment,
  shopId: string | undefined,
): 'id' | 'order' | 'amount' | 'currency' | 'shop' | undefined {
  if (providerPayment.providerId !== payment.provider_id) return 'id';
  if (providerPayment.metadata.payment_id !== String(payment.id)) return 'order';
  if (providerPayment.amountKopecks !== payment.amount_kopecks) return 'amount';
  if (providerPayment.currency !== payment.currency) return 'currency';
  if (shopId !== undefined && providerPayment.shopId !== shopId) return 'shop';
  return undefined;
}
