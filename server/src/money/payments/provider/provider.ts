import type { PaymentKind, PaymentMethod, Receipt } from '@app/contract/money/payments';

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
  /** A top-up is an advance, for the receipt. */
  kind: PaymentKind;
  idempotenceKey: string;
  amountKopecks: number;
  currency: string;
  description: string;
  /** Null: the provider's page asks. */
  method: PaymentMethod | null;
  /** Keep the method for later charges. */
  autopay: boolean;
  /** Charge this kept method, with nobody there: the money is held only, until {@link PaymentProvider.capture}. */
  savedMethod: string | null;
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
  /** `held`: the money is kept ready, and comes when it is captured. */
  status: 'pending' | 'held' | 'succeeded' | 'canceled';
  /** The money has really been taken. */
  paid: boolean;
  amountKopecks: number;
  currency: string;
  metadata: Record<string, string>;
  /** Whose till it went into, where the provider says so. */
  shopId?: string;
  /** The method that was kept for later charges, as people know it. */
  savedMethod?: { id: string; title: string };
  /** The payer took the leave back at the bank: this method may not be charged again. */
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

/** A refund as the provider sees it now. */
export interface ProviderRefund {
  refundId: string;
  providerId: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amountKopecks: number;
  currency: string;
  receipt?: Receipt['state'];
}

/** Providers keep our keys for a day; a later repeat could make a second payment, or a second refund. */
export const KEY_LIVES_SECONDS = 23 * 3600;

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
  /** Take what is held. Harmless to repeat. */
  capture(providerId: string, idempotenceKey: string): Promise<void>;
  /** Let go what is held. Harmless to repeat. */
  release(providerId: string, idempotenceKey: string): Promise<void>;
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Undefined: the provider knows no such refund. */
  fetchRefund(refundId: string): Promise<ProviderRefund | undefined>;
  /** All refunds of a payment, whoever made them. Left out where keys are honoured for ever. */
  listRefunds?(providerId: string): Promise<ProviderRefund[]>;
  /** The fiscal receipt of a payment or of a refund, once it is registered. */
  findReceipt(of: { providerId: string } | { refundId: string }): Promise<Receipt | undefined>;
}

/** The provider understood the request and said no; repeating it changes nothing. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused';
}
