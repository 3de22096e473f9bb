import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentKind, PaymentMethod, Receipt } from '@app/contract/money/payments';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { ReceiptTerms } from '../../../platform/config.ts';
import { Failure } from '../../../platform/failure.ts';
import { YOOKASSA_CAPABILITIES } from './capabilities.ts';
import {
  type PaymentProvider,
  PaymentRefused,
  type PaymentRequest,
  type ProviderPayment,
  type ProviderRefund,
  type RefundRequest,
} from './provider.ts';

const DESCRIPTION_MAX = 128;
/** Reasons of a refused charge after which a saved card may not be charged again. */
const REVOKED: readonly string[] = ['permission_revoked', 'card_expired', 'payment_method_restricted'];

const YookassaPayment = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  paid: z.boolean(),
  amount: z.object({ value: z.string().regex(/^\d{1,12}\.\d{2}$/), currency: z.string() }),
  recipient: z.object({ account_id: z.string() }).optional(),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https?$/ }).optional() }).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  payment_method: z
    .object({
      id: z.string().min(1).max(100),
      saved: z.boolean(),
      title: z.string().max(200).optional(),
      card: z.object({ last4: z.string().regex(/^\d{4}$/) }).optional(),
    })
    .optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
  receipt_registration: z.enum(['pending', 'succeeded', 'canceled']).optional(),
});
type YookassaPayment = z.infer<typeof YookassaPayment>;

const YookassaRefund = z.object({
  id: z.string().min(1).max(100),
  payment_id: z.string().min(1).max(100),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: YookassaPayment.shape.amount,
  receipt_registration: z.enum(['pending', 'succeeded', 'canceled']).optional(),
});

const YookassaRefunds = z.object({ items: z.array(YookassaRefund) });
/** The maximum page size of the API; a payment has far fewer refunds. */
const REFUNDS_MAX = '100';

const YookassaReceipts = z.object({
  items: z.array(
    z.object({
      status: z.enum(['pending', 'succeeded', 'canceled']),
      fiscal_document_number: z.string().max(50).optional(),
      fiscal_storage_number: z.string().max(50).optional(),
      fiscal_attribute: z.string().max(50).optional(),
    }),
  ),
});

export interface YookassaOptions {
  shopId: string;
  secretKey: string;
  apiUrl: string;
  /** URL of a receipt, with the placeholders `{fn}`, `{fd}` and `{fp}`. */
  receiptUrl?: string | undefined;
  receipt: ReceiptTerms;
  log: BaseLogger;
  timeoutMs?: number;
  retryDelaysMs?: readonly number[];
}

/** A longer wait would outlast the caller, who asks again later. */
const RETRY_AFTER_MAX_MS = 5000;

const Processing = z.object({ retry_after: z.number().nonnegative() });

/** Milliseconds after which a request that is still processed (202) may be repeated; 0 when the answer names none. */
function readRetryAfter(text: string): number {
  try {
    const { data } = Processing.safeParse(JSON.parse(text));
    return Math.min(data?.retry_after ?? 0, RETRY_AFTER_MAX_MS);
  } catch {
    return 0;
  }
}

/** Sends requests to the YooKassa API v3. https://yookassa.ru/developers/api */
class YookassaClient {
  readonly #options: YookassaOptions;

  constructor(options: YookassaOptions) {
    this.#options = options;
  }

  async #tryOnce(method: string, path: string, headers: Record<string, string>, body?: string) {
    const { shopId, secretKey, apiUrl, timeoutMs = 10_000 } = this.#options;
    const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
    const response = await fetch(new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`), {
      method,
      headers: { authorization, accept: 'application/json', ...headers },
      body,
      // A redirect would send the shop's key to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  }

  /**
   * Sends one call with retries. After 5xx, 429, 202 ("still processing") and time-outs the outcome is unknown, so the
   * same request is sent again with the same key.
   */
  async #request(method: string, path: string, headers: Record<string, string>, body?: string) {
    let trouble = '';
    let wantedMs = 0;
    for (const delay of [0, ...(this.#options.retryDelaysMs ?? [300, 1000])]) {
      if (delay > 0) await sleep(Math.max(delay, wantedMs));
      try {
        const response = await this.#tryOnce(method, path, headers, body);
        if (response.status < 500 && response.status !== 429 && response.status !== 202) return response;
        trouble = `status ${response.status}`;
        wantedMs = response.status === 202 ? readRetryAfter(response.text) : 0;
      } catch (error) {
        trouble = String(error instanceof Error ? (error.cause ?? error) : error);
      }
    }
    this.#options.log.warn({ provider: 'yookassa', method, path, trouble }, 'payment provider does not respond');
    throw new Failure('provider_unavailable');
  }

  #read<T>(schema: z.ZodType<T>, text: string): T {
    try {
      return schema.parse(JSON.parse(text));
    } catch (error) {
      this.#options.log.error(
        { provider: 'yookassa', error: String(error).slice(0, 500) },
        'payment provider sent an invalid response',
      );
      throw new Failure('provider_unavailable');
    }
  }

  #post(path: string, idempotenceKey: string, body: object) {
    const headers = { 'content-type': 'application/json', 'idempotence-key': idempotenceKey };
    return this.#request('POST', path, headers, JSON.stringify(body));
  }

  async create<T>(schema: z.ZodType<T>, path: string, idempotenceKey: string, body: object): Promise<T> {
    const { status, text } = await this.#post(path, idempotenceKey, body);
    if (status !== 200) throw new PaymentRefused(`status ${status}: ${text.slice(0, 500)}`);
    return this.#read(schema, text);
  }

  async show<T>(schema: z.ZodType<T>, path: string): Promise<T | undefined> {
    const { status, text } = await this.#request('GET', path, {});
    if (status === 404) return undefined;
    if (status !== 200) {
      this.#options.log.error({ provider: 'yookassa', path, status }, 'payment provider rejected a query');
      throw new Failure('provider_unavailable');
    }
    return this.#read(schema, text);
  }

  /** Captures or releases. An error because the payment is finished is ignored: only its state afterwards counts. */
  async finish(path: string, idempotenceKey: string): Promise<void> {
    const { status, text } = await this.#post(path, idempotenceKey, {});
    if (status !== 200)
      this.#options.log.warn(
        { provider: 'yookassa', path, status, text: text.slice(0, 300) },
        'an authorization hold was not changed',
      );
  }
}

export function createYookassaProvider(options: YookassaOptions): PaymentProvider {
  const { shopId, receiptUrl, receipt: terms } = options;
  const client = new YookassaClient(options);
  const pathOf = (providerId: string): string => `payments/${encodeURIComponent(providerId)}`;
  return {
    name: 'yookassa',
    shopId,
    capabilities: () => YOOKASSA_CAPABILITIES,

    async create(payment) {
      const created = await client.create(
        YookassaPayment,
        'payments',
        payment.idempotenceKey,
        toYookassa(payment, terms),
      );
      return { providerId: created.id, confirmationUrl: created.confirmation?.confirmation_url ?? null };
    },

    async fetch(providerId) {
      const payment = await client.show(YookassaPayment, pathOf(providerId));
      return payment && fromYookassa(payment);
    },

    capture: (providerId, key) => client.finish(`${pathOf(providerId)}/capture`, key),
    release: (providerId, key) => client.finish(`${pathOf(providerId)}/cancel`, key),

    refund: async (refund) =>
      fromYookassaRefund(
        await client.create(YookassaRefund, 'refunds', refund.idempotenceKey, toYookassaRefund(refund, terms)),
      ),

    async fetchRefund(refundId) {
      const refund = await client.show(YookassaRefund, `refunds/${encodeURIComponent(refundId)}`);
      return refund && fromYookassaRefund(refund);
    },

    async listRefunds(providerId) {
      const query = new URLSearchParams({ payment_id: providerId, limit: REFUNDS_MAX });
      const found = await client.show(YookassaRefunds, `refunds?${query}`);
      return (found?.items ?? []).map(fromYookassaRefund);
    },

    async findReceipt(of) {
      const query = new URLSearchParams('refundId' in of ? { refund_id: of.refundId } : { payment_id: of.providerId });
      const found = await client.show(YookassaReceipts, `receipts?${query}`);
      const receipt = found?.items[0];
      if (receipt === undefined) return undefined;
      const { fiscal_storage_number: fn, fiscal_document_number: fd, fiscal_attribute: fp } = receipt;
      const isNumbered = fn !== undefined && fd !== undefined && fp !== undefined;
      return {
        state: receipt.status,
        number: isNumbered ? `${fn} ${fd} ${fp}` : null,
        url: isNumbered && receiptUrl !== undefined ? fillReceiptUrl(receiptUrl, { fn, fd, fp }) : null,
      };
    },
  };
}

function fillReceiptUrl(template: string, values: { fn: string; fd: string; fp: string }): string {
  return template.replace(/\{(fn|fd|fp)\}/g, (_, name: 'fn' | 'fd' | 'fp') => encodeURIComponent(values[name]));
}

const money = (kopecks: number, currency: string) => ({ value: (kopecks / 100).toFixed(2), currency });

/** Builds the `receipt` object of 54-FZ. A top-up is an advance for goods not chosen yet. */
function toReceipt(
  { yearMode, vatCode, taxSystem }: ReceiptTerms,
  kind: PaymentKind,
  { customer, description, amount }: { customer: { email: string }; description: string; amount: object },
): object {
  const subject =
    kind === 'topup'
      ? { payment_subject: 'payment', payment_mode: 'advance' }
      : { payment_subject: 'service', payment_mode: yearMode };
  return {
    customer: { email: customer.email },
    items: [{ description, quantity: '1.00', amount, vat_code: vatCode, ...subject }],
    ...(taxSystem !== undefined && { tax_system_code: taxSystem }),
  };
}

function toYookassaRefund(refund: RefundRequest, terms: ReceiptTerms): object {
  const amount = money(refund.amountKopecks, refund.currency);
  const description = refund.description.slice(0, DESCRIPTION_MAX);
  return {
    payment_id: refund.providerId,
    amount,
    description,
    receipt: toReceipt(terms, refund.kind, { customer: refund.customer, description, amount }),
  };
}

function fromYookassaRefund(refund: z.infer<typeof YookassaRefund>): ProviderRefund {
  return {
    refundId: refund.id,
    providerId: refund.payment_id,
    status: refund.status,
    amountKopecks: kopecks(refund.amount.value),
    currency: refund.amount.currency,
    ...withReceipt(refund.receipt_registration),
  };
}

const withReceipt = (state: Receipt['state'] | undefined) => (state === undefined ? {} : { receipt: state });

function toYookassa(payment: PaymentRequest, terms: ReceiptTerms): object {
  const amount = money(payment.amountKopecks, payment.currency);
  const description = payment.description.slice(0, DESCRIPTION_MAX);
  return {
    amount,
    description,
    metadata: { payment_id: String(payment.paymentId), user_id: String(payment.userId) },
    receipt: toReceipt(terms, payment.kind, { customer: payment.customer, description, amount }),
    ...(payment.savedMethod === null
      ? {
          capture: true,
          confirmation: { type: 'redirect', return_url: payment.returnUrl },
          ...paymentMethodData(payment.method),
          ...(payment.autopay && { save_payment_method: true }),
        }
      : { capture: false, payment_method_id: payment.savedMethod }),
  };
}

/**
 * Without a method, the provider's page offers all methods. The mobile balance is chosen there too: requested directly,
 * it has no page, only an SMS to the phone.
 */
function paymentMethodData(method: PaymentMethod | null): { payment_method_data?: { type: PaymentMethod } } {
  return method === null || method === 'mobile_balance' ? {} : { payment_method_data: { type: method } };
}

function fromYookassa(payment: YookassaPayment): ProviderPayment {
  const method = payment.payment_method;
  const title = method?.card === undefined ? method?.title : `•••• ${method.card.last4}`;
  return {
    providerId: payment.id,
    status: payment.status === 'waiting_for_capture' ? 'held' : payment.status,
    paid: payment.paid,
    amountKopecks: kopecks(payment.amount.value),
    currency: payment.amount.currency,
    metadata: payment.metadata,
    shopId: payment.recipient?.account_id,
    ...(method?.saved === true && { savedMethod: { id: method.id, title: title ?? '' } }),
    ...(REVOKED.includes(payment.cancellation_details?.reason ?? '') && { isMethodRevoked: true }),
    ...withReceipt(payment.receipt_registration),
  };
}

function kopecks(value: string): number {
  return Number(value.replace('.', ''));
}
