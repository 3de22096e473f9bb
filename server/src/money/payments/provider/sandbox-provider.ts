import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { YOOKASSA_CAPABILITIES } from './capabilities.ts';
import { type PaymentProvider, PaymentRefused, type PaymentRequest, type ProviderRefund } from './provider.ts';
import {
  findSandboxMethod,
  findSandboxPayment,
  findSandboxRefund,
  finishSandboxHold,
  isRefusing,
  refundSandboxPayment,
} from './sandbox-books.ts';

/**
 * A payment provider inside this process that takes no money; the default, for trying the product.
 *
 * Behaves like an outside provider: has its own tables and transactions, honours idempotence keys, has its own page at
 * `/sandbox/pay/{id}`, and reports settled payments over HTTP, late or never if told to.
 */
export function createSandboxProvider({ db, publicUrl }: { db: Db; publicUrl: string }): PaymentProvider {
  const pageOf = (id: string) => `${publicUrl}/sandbox/pay/${id}`;

  async function fetchRefund(refundId: string): Promise<ProviderRefund | undefined> {
    const refund = await findSandboxRefund(db, refundId);
    return (
      refund && {
        refundId: refund.id,
        providerId: refund.payment_id,
        status: refund.status,
        amountKopecks: refund.amount_kopecks,
        currency: refund.currency,
        ...(refund.status === 'succeeded' && { receipt: 'succeeded' }),
      }
    );
  }

  return {
    name: 'sandbox',
    capabilities: () => YOOKASSA_CAPABILITIES,

    async create(request) {
      const hash = hashOf(request);
      await insert(db, request, hash);
      const { id, request_hash } = await db
        .selectFrom('sandbox_payments')
        .select(['id', 'request_hash'])
        .where('idempotence_key', '=', request.idempotenceKey)
        .executeTakeFirstOrThrow();
      if (request_hash !== hash) throw new PaymentRefused('the key was used for another request');
      return { providerId: id, confirmationUrl: request.savedMethod === null ? pageOf(id) : null };
    },

    async fetch(providerId) {
      const payment = await findSandboxPayment(db, providerId);
      if (payment === undefined) return undefined;
      const method = await findSandboxMethod(db, payment);
      return {
        providerId: payment.id,
        status: payment.state,
        paid: payment.state === 'succeeded',
        amountKopecks: payment.amount_kopecks,
        currency: payment.currency,
        metadata: payment.metadata,
        ...(method && { savedMethod: { id: method.id, title: method.title } }),
        ...(payment.state === 'succeeded' && { receipt: 'succeeded' }),
      };
    },

    capture: (providerId) => finishSandboxHold(db, providerId, 'succeeded'),
    release: (providerId) => finishSandboxHold(db, providerId, 'canceled'),

    async refund(request) {
      const id = await refundSandboxPayment(db, request, hashOf(request));
      const refund = id === undefined ? undefined : await fetchRefund(id);
      if (refund === undefined) throw new PaymentRefused('the payment cannot be given back');
      return refund;
    },

    fetchRefund,

    async findReceipt(of) {
      const id = 'refundId' in of ? of.refundId : of.providerId;
      return {
        state: 'succeeded',
        url: `${publicUrl}/sandbox/receipt/${'refundId' in of ? 'refund' : 'payment'}/${id}`,
        number: id.slice(0, 8).toUpperCase(),
      };
    },
  };
}

const hashOf = (request: object): string => createHash('sha256').update(JSON.stringify(request)).digest('base64');

async function insert(db: Db, request: PaymentRequest, hash: string): Promise<void> {
  const { savedMethod } = request;
  const refuses = savedMethod === null ? undefined : await isRefusing(db, savedMethod);
  await db
    .insertInto('sandbox_payments')
    .values({
      idempotence_key: request.idempotenceKey,
      request_hash: hash,
      form_token: randomBytes(16).toString('base64url'),
      amount_kopecks: request.amountKopecks,
      currency: request.currency,
      method: request.method,
      description: request.description,
      return_url: request.returnUrl,
      metadata: sql`${JSON.stringify({ payment_id: String(request.paymentId) })}::jsonb`,
      capture: savedMethod === null,
      save_method: request.autopay,
      ...(savedMethod !== null && {
        status: refuses === false ? 'held' : 'canceled',
        ...(refuses !== undefined && { method_id: savedMethod }),
      }),
    })
    .onConflict((conflict) => conflict.column('idempotence_key').doNothing())
    .execute();
}
