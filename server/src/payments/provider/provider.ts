import type { PaymentMethod } from '@app/contract/payments';

export interface MethodCapability {
  method: PaymentMethod;
  enabled: boolean;
  /** The provider can charge this method again later without asking. */
  autopay: boolean;
  /** Text key: why the method is off. */
  reasonKey?: string;
}

/** Everything in it must be the same whenever the call is repeated with the same key: providers compare. */
export interface PaymentRequest {
  /** Our row. Travels as `metadata.payment_id` and comes back with every answer. */
  paymentId: number;
  userId: number;
  idempotenceKey: string;
  amountKopecks: number;
  currency: string;
  description: string;
  /** Null: the provider's page asks. */
  method: PaymentMethod | null;
  autopay: boolean;
  returnUrl: string;
  /** Receives the fiscal receipt. */
  customer: { email: string };
}

export interface CreatedPayment {
  providerId: string;
  /** Where the payer goes. Null once there is nothing left to pay. */
  confirmationUrl: string | null;
}

/** A payment as the provider sees it now. */
export interface ProviderPayment {
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  /** The money has really been taken. */
  paid: boolean;
  amountKopecks: number;
  currency: string;
  metadata: Record<string, string>;
  /** Whose till it went into, where the provider says so. */
  shopId?: string;
}

/**
 * Takes money on another's page. Network trouble is the expected kind of failure (`provider_unavailable`: the outcome is
 * unknown, ask again with the same key); a request the provider will never accept is a {@link PaymentRefused}.
 */
export interface PaymentProvider {
  name: string;
  /** Our till there; undefined when the provider knows only one. */
  shopId?: string;
  capabilities(): readonly MethodCapability[];
  create(request: PaymentRequest): Promise<CreatedPayment>;
  /** Undefined: the provider knows no such payment. */
  fetch(providerId: string): Promise<ProviderPayment | undefined>;
}

/** The provider understood the request and said no; repeating it changes nothing. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}
