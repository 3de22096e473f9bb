import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { claimDue } from './payments.queries.ts';
import { providerOf } from './provider/provider-of.ts';
import { claimWithoutReceipt, type ReceiptTable, saveReceipt } from './receipts.queries.ts';
import { claimDueRefunds } from './refunds/refunds.queries.ts';
import { settleRefundByProvider } from './refunds/settle-refund.job.ts';
import { settlePaymentByProvider } from './settle-payment.job.ts';

const BATCH = 50;
/** Limits the batches of one run. Claimed payments become due again after seconds, so a run must end by itself. */
const BATCHES_MAX = 40;

/**
 * Queries the provider for open payments, because webhook events get lost and processes crash between the provider and
 * the database.
 */
export const reconcilePayments = defineJob({
  name: 'reconcile-payments',
  payload: z.object({}),
  // The next scheduled run replaces a retry.
  maxAttempts: 1,
  run: (services: Services) => reconcileDue(services),
});

export async function reconcileDue(services: Services): Promise<void> {
  const { db } = services;
  const provider = providerOf(services);
  const work: readonly [
    list: () => Promise<readonly number[]>,
    settle: (services: Services, id: number) => Promise<void>,
  ][] = [
    [() => claimDue(db, provider.name, BATCH), settlePaymentByProvider],
    [() => claimDueRefunds(db, provider.name, BATCH), settleRefundByProvider],
  ];
  for (const [list, settle] of work) {
    if (!(await processBatches(services, list, (id) => id, settle))) return;
  }
  for (const table of ['payments', 'refunds'] as const) {
    const list = () => claimWithoutReceipt(db, table, provider.name, BATCH);
    const settle = (of: Services, id: number, { provider_id }: { provider_id: string }) =>
      fetchReceipt(of, table, id, provider_id);
    if (!(await processBatches(services, list, ({ id }) => id, settle))) return;
  }
}

async function processBatches<T>(
  services: Services,
  list: () => Promise<readonly T[]>,
  idOf: (one: T) => number,
  settle: (services: Services, id: number, one: T) => Promise<void>,
): Promise<boolean> {
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    const due = await list();
    for (const one of due) {
      const id = idOf(one);
      if (!(await tryOne(services, id, () => settle(services, id, one)))) return false;
    }
    if (due.length < BATCH) break;
  }
  return true;
}

async function fetchReceipt(services: Services, table: ReceiptTable, id: number, providerId: string): Promise<void> {
  const receipt = await providerOf(services).findReceipt(
    table === 'payments' ? { providerId } : { refundId: providerId },
  );
  if (receipt !== undefined && receipt.state !== 'pending') await saveReceipt(services.db, table, id, receipt);
}

/** A failing payment must not block the others, but an unavailable provider is not queried again until the next run. */
async function tryOne(services: Services, id: number, settle: () => Promise<void>): Promise<boolean> {
  try {
    await settle();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'provider_unavailable') return false;
    services.log.error({ err: error, payment: id }, 'a payment could not be reconciled');
    return true;
  }
}
