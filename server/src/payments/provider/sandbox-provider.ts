import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { YOOKASSA_CAPABILITIES } from './capabilities.ts';
import { type PaymentProvider, PaymentRefused, type PaymentRequest } from './provider.ts';
import { findSandboxPayment } from './sandbox-books.ts';

/**
 * A payment provider that lives in this process and takes no money: the default, for trying the product out.
 *
 * It behaves as an outside one: it keeps its own books in its own transactions, honours idempotence keys, has its own page
 * at `/sandbox/pay/{id}`, and tells about a settled payment over HTTP, late or never if asked to.
 */
export function createSandboxProvider({ db, publicUrl }: { db: Db; publicUrl: string }): PaymentProvider {
  const pageOf = (id: string) => `${publicUrl}/sandbox/pay/${id}`;
  return {
    name: 'sandbox',
    capabilities: () => YOOKASSA_CAPABILITIES,

    async create(request) {
      const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64');
      await insert(db, request, hash);
      const { id, request_hash } = await db
        .selectFrom('sandbox_payments')
        .select(['id', 'request_hash'])
        .where('idempotence_key', '=', request.idempotenceKey)
        .executeTakeFirstOrThrow();
      if (request_hash !== hash) throw new PaymentRefused('the key was used for another request');
      return { providerId: id, confirmationUrl: pageOf(id) };
    },

    async fetch(providerId) {
      const payment = await findSandboxPayment(db, providerId);
      return (
        payment && {
          providerId: payment.id,
          status: payment.state,
          paid: payment.state === 'succeeded',
          amountKopecks: payment.amount_kopecks,
          currency: payment.currency,
          metadata: payment.metadata,
        }
      );
    },
  };
}

async function insert(db: Db, request: PaymentRequest, hash: string): Promise<void> {
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
    })
    .onConflict((conflict) => conflict.column('idempotence_key').doNothing())
    .execute();
}
