import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentMethod } from '@app/contract/payments';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import { Failure } from '../../platform/failure.ts';
import { YOOKASSA_CAPABILITIES } from './capabilities.ts';
import { type PaymentProvider, PaymentRefused, type PaymentRequest, type ProviderPayment } from './provider.ts';

/** The provider's own limit for `description`. */
const DESCRIPTION_MAX = 128;
/** Receipt, 54-FZ: tag 1199, "without VAT". The shop works on the simplified tax system. */
const VAT_CODE_NONE = 1;

const YookassaPayment = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  paid: z.boolean(),
  amount: z.object({ value: z.string().regex(/^\d{1,12}\.\d{2}$/), currency: z.string() }),
  recipient: z.object({ account_id: z.string() }).optional(),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https?$/ }).optional() }).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});
type YookassaPayment = z.infer<typeof YookassaPayment>;

export interface YookassaOptions {
  shopId: string;
  secretKey: string;
  apiUrl: string;
  log: BaseLogger;
  timeoutMs?: number;
  /** Waits between the tries of one call; their number is the number of repeats. */
  retryDelaysMs?: readonly number[];
}

/** YooKassa API v3. https://yookassa.ru/developers/api */
export function createYookassaProvider(options: YookassaOptions): PaymentProvider {
  const { shopId, secretKey, apiUrl, log, timeoutMs = 10_000, retryDelaysMs = [300, 1000] } = options;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  async function tryOnce(method: string, path: string, headers: Record<string, string>, body?: string) {
    const response = await fetch(new URL(path, apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`), {
      method,
      headers: { authorization, accept: 'application/json', ...headers },
      body,
      // A redirect would carry the shop's key to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  }

  /**
   * One call with repeats. 5xx, 429 and 202 ("still processing") mean that the outcome is unknown, as silence does: the
   * same request is sent again under the same key.
   */
  async function request(method: string, path: string, headers: Record<string, string>, body?: string) {
    let trouble = '';
    for (const delay of [0, ...retryDelaysMs]) {
      if (delay > 0) await sleep(delay);
      try {
        const answer = await tryOnce(method, path, headers, body);
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 202) return answer;
        trouble = `status ${answer.status}`;
      } catch (error) {
        trouble = String(error instanceof Error ? (error.cause ?? error) : error);
      }
    }
    log.warn({ provider: 'yookassa', method, path, trouble }, 'payment provider does not answer');
    throw new Failure('provider_unavailable');
  }

  function read(text: string): YookassaPayment {
    try {
      return YookassaPayment.parse(JSON.parse(text));
    } catch (error) {
      log.error({ provider: 'yookassa', error: String(error).slice(0, 500) }, 'payment provider answers nonsense');
      throw new Failure('provider_unavailable');
    }
  }

  return {
    name: 'yookassa',
    shopId,
    capabilities: () => YOOKASSA_CAPABILITIES,

    async create(payment) {
      const headers = { 'content-type': 'application/json', 'idempotence-key': payment.idempotenceKey };
      const { status, text } = await request('POST', 'payments', headers, JSON.stringify(toYookassa(payment)));
      if (status !== 200) throw new PaymentRefused(`status ${status}: ${text.slice(0, 500)}`);
      const created = read(text);
      return { providerId: created.id, confirmationUrl: created.confirmation?.confirmation_url ?? null };
    },

    async fetch(providerId) {
      const { status, text } = await request('GET', `payments/${encodeURIComponent(providerId)}`, {});
      if (status === 404) return undefined;
      if (status !== 200) {
        log.error({ provider: 'yookassa', providerId, status }, 'payment provider refuses to show a payment');
        throw new Failure('provider_unavailable');
      }
      return fromYookassa(read(text));
    },
  };
}

function toYookassa(payment: PaymentRequest): object {
  const amount = { value: (payment.amountKopecks / 100).toFixed(2), currency: payment.currency };
  const description = payment.description.slice(0, DESCRIPTION_MAX);
  return {
    amount,
    capture: true,
    description,
    confirmation: { type: 'redirect', return_url: payment.returnUrl },
    metadata: { payment_id: String(payment.paymentId), user_id: String(payment.userId) },
    receipt: {
      customer: { email: payment.customer.email },
      items: [
        {
          description,
          quantity: '1.00',
          amount,
          vat_code: VAT_CODE_NONE,
          payment_subject: 'service',
          payment_mode: 'full_payment',
        },
      ],
    },
    ...paymentMethodData(payment.method),
    ...(payment.autopay && { save_payment_method: true }),
  };
}

/**
 * Without the method the provider's page offers all of them. A mobile balance is chosen there as well: asked for directly
 * it has no page to go to, only a message to the phone.
 */
function paymentMethodData(method: PaymentMethod | null): { payment_method_data?: { type: PaymentMethod } } {
  return method === null || method === 'mobile_balance' ? {} : { payment_method_data: { type: method } };
}

function fromYookassa(payment: YookassaPayment): ProviderPayment {
  return {
    providerId: payment.id,
    status: payment.status === 'waiting_for_capture' ? 'pending' : payment.status,
    paid: payment.paid,
    amountKopecks: kopecks(payment.amount.value),
    currency: payment.amount.currency,
    metadata: payment.metadata,
    shopId: payment.recipient?.account_id,
  };
}

/** "399.00" -> 39900, without a detour through fractions. */
function kopecks(value: string): number {
  return Number(value.replace('.', ''));
}
