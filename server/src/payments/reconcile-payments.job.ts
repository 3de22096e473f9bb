import { z } from 'zod';
import { Failure } from '../platform/failure.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { claimDue } from './payments.queries.ts';
import { settleByProvider } from './settle-payment.job.ts';

const BATCH = 50;

/** Asks the provider about open payments: notices get lost, and processes die between the provider and the database. */
export const reconcilePayments = defineJob({
  name: 'reconcile-payments',
  payload: z.object({}),
  // The next run is the next try.
  maxAttempts: 1,
  run: (services: Services) => reconcileDue(services),
});

export async function reconcileDue(services: Services): Promise<void> {
  for (const id of await claimDue(services.db, services.provider.name, BATCH)) {
    if (!(await settleOneOfMany(services, id))) return;
  }
}

/** One bad payment must not hold up the others, but a provider that is down is left alone until the next run. */
async function settleOneOfMany(services: Services, id: number): Promise<boolean> {
  try {
    await settleByProvider(services, id);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'provider_unavailable') return false;
    services.log.error({ err: error, payment: id }, 'a payment could not be reconciled');
    return true;
  }
}
