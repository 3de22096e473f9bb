import type { BonusReason } from '@app/contract/payments';
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

export interface BonusCredit {
  userId: number;
  /** Whole points; one pays for one rouble. */
  points: number;
  reason: BonusReason;
  /** What it is for, once: a second credit under the same key changes nothing. */
  sourceKey: string;
}

/** Give somebody bonus points. False: they came under this key before. */
export async function creditBonus(_tx: Tx, _credit: BonusCredit): Promise<boolean> {
  throw new Error('the books are not open yet');
}

export interface Spending {
  userId: number;
  kopecks: number;
  /** The share of the price that bonus points may pay, 0 to 1. Points pay whole roubles. */
  bonusMaxShare: number;
  purpose: 'promotion';
  /** What is bought, once: a second call under the same key spends nothing and answers as the first. */
  sourceKey: string;
}

/** Take what something costs from a person's points and balance. Throws `not_enough_money` and takes nothing when they do not reach. */
export async function spend(_tx: Tx, _spending: Spending): Promise<{ fromBalance: number; fromBonus: number }> {
  throw new Error('the books are not open yet');
}

/**
 * Take back what happened under a key, once: a spending returns to where it came from, a credit is taken away (points that are
 * spent already are owed: the next ones pay them). False: nothing happened under this key, or it was taken back before.
 */
export async function reverse(_tx: Tx, _sourceKey: string): Promise<boolean> {
  throw new Error('the books are not open yet');
}
