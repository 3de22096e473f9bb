import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../services.ts';
import { setPaidUntil } from '../users/users.public.ts';
import { claimOpenOf } from './payments.queries.ts';
import type { PaymentProvider } from './provider/provider.ts';
import { createSandboxProvider } from './provider/sandbox-provider.ts';
import { createYookassaProvider } from './provider/yookassa-provider.ts';
import { settleByProvider } from './settle-payment.job.ts';

/** The provider that the configuration names. */
export function createPaymentProvider(
  { payment, publicUrl }: Pick<Config, 'payment' | 'publicUrl'>,
  { db, log }: Pick<Services, 'db' | 'queue' | 'log'>,
): PaymentProvider {
  if (payment.provider === 'yookassa') return createYookassaProvider({ ...payment, log });
  if (publicUrl.startsWith('https:'))
    log.warn('payments go to the sandbox, which takes no money: PAYMENT_PROVIDER names another');
  return createSandboxProvider({ db, publicUrl });
}

/** Payments of one person asked about while that person waits. */
const OPEN_MAX = 3;

/** Ask the provider about a person's own open payments now. Asking again within a second changes nothing. */
export async function reconcileUser(services: Services, userId: number): Promise<void> {
  const { db, provider } = services;
  for (const id of await claimOpenOf(db, provider.name, userId, OPEN_MAX)) await settleByProvider(services, id);
}

export interface DemoSubscription {
  userId: number;
  /** Days from now; negative is past. */
  fromDays: number;
  untilDays: number;
}

/** Give people subscriptions without a payment: only for the demo data. */
export async function grantDemoSubscriptions(tx: Tx, rows: readonly DemoSubscription[]): Promise<void> {
  if (rows.length === 0) return;
  const moment = (days: number) => sql<Date>`now() + make_interval(days => ${days}::int)`;
  const granted = await tx
    .insertInto('subscriptions')
    .values(
      rows.map((row) => ({
        user_id: row.userId,
        payment_id: null,
        paid_from: moment(row.fromDays),
        paid_until: moment(row.untilDays),
      })),
    )
    .returning(['user_id', 'paid_until'])
    .execute();
  for (const { user_id, paid_until } of granted) await setPaidUntil(tx, user_id, paid_until);
}
