import type { PaymentKind, PaymentMethod, Receipt } from '@app/contract/money/payments';

export interface MethodCapability {
  method: PaymentMethod;
  enabled: boolean;
  autopay: boolean;
  /** Text key of the reason why the method is disabled. */
  reasonKey?: string;
}

/** All fields must be the same whenever a call is repeated with the same key, because providers compare them. */
export interface PaymentRequest {
  /** Id of our payment row. Sent as `metadata.payment_id` and returned in every response. */
  paymentId: number;
  userId: number;
  /** A top-up is an advance payment on the receipt. */
  kind: PaymentKind;
  idempotenceKey: string;
  amountKopecks: number;
  currency: string;
  description: string;
  /** Null: the payer chooses on the provider's page. */
  method: PaymentMethod | null;
  autopay: boolean;
  /** Charge this saved method without the payer. The money is only held until {@link PaymentProvider.capture}. */
  savedMethod: string | null;
  returnUrl: string;
  customer: { email: string };
}

export interface CreatedPayment {
  providerId: string;
  /** Null when nothing is left to pay. */
  confirmationUrl: string | null;
}

export interface ProviderPayment {
  providerId: string;
  /** `held`: the money is reserved until it is captured. */
  status: 'pending' | 'held' | 'succeeded' | 'canceled';
  paid: boolean;
  amountKopecks: number;
  currency: string;
  metadata: Record<string, string>;
  shopId?: string;
  savedMethod?: { id: string; title: string };
  /** The payer revoked the permission at the bank: this method may not be charged again. */
  isMethodRevoked?: boolean;
  receipt?: Receipt['state'];
}

export interface RefundRequest {
  providerId: string;
  kind: PaymentKind;
  idempotenceKey: string;
  amountKopecks: number;
  currency: string;
  description: string;
  customer: { email: string };
}

export interface ProviderRefund {
  refundId: string;
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amountKopecks: number;
  currency: string;
  receipt?: Receipt['state'];
}

/** Providers keep idempotence keys for a day; a later repeat could create a second payment or refund. */
export const KEY_LIVES_SECONDS = 23 * 3600;

/**
 * A payment provider. Network failures are expected (`provider_unavailable`: the outcome is unknown, repeat with the
 * same key); a request that the provider will never accept throws {@link PaymentRefused}.
 */
export interface PaymentProvider {
  name: string;
  shopId?: string;
  capabilities(): readonly MethodCapability[];
  create(request: PaymentRequest): Promise<CreatedPayment>;
  fetch(providerId: string): Promise<ProviderPayment | undefined>;
  /** Captures held money. Idempotent. */
  capture(providerId: string, idempotenceKey: string): Promise<void>;
  /** Releases held money. Idempotent. */
  release(providerId: string, idempotenceKey: string): Promise<void>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  fetchRefund(refundId: string): Promise<ProviderRefund | undefined>;
  /** All refunds of a payment, whoever made them. Not needed for providers whose keys never expire. */
  listRefunds?(providerId: string): Promise<ProviderRefund[]>;
  /** The fiscal receipt of a payment or refund, once registered. */
  findReceipt(of: { providerId: string } | { refundId: string }): Promise<Receipt | undefined>;
}

/** The provider rejected the request for good; a repeat gives the same result. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}
