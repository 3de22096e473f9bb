import { type BonusReason, POINT_KOPECKS } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { setPaidUntil } from '../../people/users/users.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { findLedgerTransaction, isReversed, lockBalances, postTransaction } from './ledger.ts';
import { claimOpenOf } from './payments.queries.ts';
import { providerOf } from './provider/provider-of.ts';
import { settlePaymentByProvider } from './settle-payment.job.ts';
import { disableAutopay } from './subscription/autopays.queries.ts';

const OPEN_MAX = 3;

/** Queries the provider for the user's open payments now. A repeat within one second does nothing. */
export async function reconcileUser(services: Services, userId: number): Promise<void> {
  const { db } = services;
  const provider = providerOf(services);
  for (const id of await claimOpenOf(db, provider.name, userId, OPEN_MAX)) await settlePaymentByProvider(services, id);
}

/** Marks the current subscription year as used, so that the user can no longer refund it. */
export async function onContentPublished({ clock }: Services, tx: Tx, userId: number): Promise<void> {
  const now = clock();
  await tx
    .updateTable('subscriptions')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('paid_from', '<=', now)
    .where('paid_until', '>', now)
    .execute();
}

export const cancelAutopay = (tx: Tx, userId: number): Promise<void> => disableAutopay(tx, userId);

export interface DemoSubscription {
  userId: number;
  /** Days from now; negative for the past. */
  fromDays: number;
  untilDays: number;
}

export async function grantDemoSubscriptions(tx: Tx, rows: readonly DemoSubscription[]): Promise<void> {
  if (rows.length === 0) return;
  const daysFromNow = (days: number) => sql<Date>`now() + make_interval(days => ${days}::int)`;
  const granted = await tx
    .insertInto('subscriptions')
    .values(
      rows.map((row) => ({
        user_id: row.userId,
        payment_id: null,
        paid_from: daysFromNow(row.fromDays),
        paid_until: daysFromNow(row.untilDays),
      })),
    )
    .returning(['user_id', 'paid_until'])
    .execute();
  for (const { user_id, paid_until } of granted) await setPaidUntil(tx, user_id, paid_until);
}

export interface BonusCredit {
  userId: number;
  /** Whole points; one point pays one rouble. */
  points: number;
  reason: BonusReason;
  /** Idempotency key: a second credit with the same key changes nothing. */
  sourceKey: string;
  manualCreditId?: number;
}

/** Credits bonus points. Returns false when the key was credited before. Points owed from earlier are deducted. */
export async function creditBonus(
  tx: Tx,
  { userId, points, reason, sourceKey, manualCreditId }: BonusCredit,
): Promise<boolean> {
  const kopecks = wholeKopecks(points * POINT_KOPECKS);
  const { owed } = await lockBalances(tx, userId);
  const repaid = Math.min(owed, kopecks);
  const posted = await postTransaction(
    tx,
    { kind: 'bonus', userId, sourceKey, reason, ...(manualCreditId !== undefined && { manualCreditId }) },
    [
      ['expense:bonus', kopecks],
      ['owed', -repaid],
      ['bonus', repaid - kopecks],
    ],
  );
  return posted !== undefined;
}

export interface Spending {
  userId: number;
  kopecks: number;
  /** The share of the price that bonus points may pay, 0 to 1. Points pay whole roubles. */
  bonusMaxShare: number;
  purpose: 'promotion';
  /** Idempotency key: a second call with the same key spends nothing and returns the first result. */
  sourceKey: string;
}

/**
 * Debits the price from the user's points, up to the allowed share, and the rest from the balance. Fails with
 * `not_enough_money` without taking anything. Parallel calls for one user wait for each other.
 */
export async function spendBalance(
  tx: Tx,
  { userId, kopecks, bonusMaxShare, purpose, sourceKey }: Spending,
): Promise<{ fromBalance: number; fromBonus: number }> {
  const price = wholeKopecks(kopecks);
  const balances = await lockBalances(tx, userId);
  const previous = await findLedgerTransaction(tx, sourceKey);
  if (previous !== undefined) return { fromBalance: previous.balance, fromBonus: previous.bonus };
  const share = Math.min(Math.max(bonusMaxShare, 0), 1);
  const points = Math.floor(Math.min(balances.bonus, price * share) / POINT_KOPECKS);
  const fromBonus = points * POINT_KOPECKS;
  const fromBalance = price - fromBonus;
  if (fromBalance > balances.balance) throw new Failure('not_enough_money');
  await postTransaction(tx, { kind: purpose, userId, sourceKey }, [
    ['balance', fromBalance],
    ['bonus', fromBonus],
    [`income:${purpose}`, -price],
  ]);
  return { fromBalance, fromBonus };
}

/**
 * Reverses the transaction of a key, once. A debit returns to its source; a credit is removed, and points already spent
 * are owed and deducted from the next credit. Returns false when the key is unknown or already reversed.
 */
export async function reverseTransaction(tx: Tx, sourceKey: string): Promise<boolean> {
  const found = await findLedgerTransaction(tx, sourceKey);
  if (found === undefined) return false;
  const { id, kind, userId, reason } = found;
  const balances = await lockBalances(tx, userId);
  if (await isReversed(tx, id)) return false;
  if (kind === 'promotion') {
    const { balance, bonus } = found;
    await postTransaction(tx, { kind: 'returned', userId, reversesId: id }, [
      ['balance', -balance],
      ['bonus', -bonus],
      ['income:promotion', balance + bonus],
    ]);
    return true;
  }
  if (kind !== 'bonus') throw new Error(`a movement of the kind ${kind} is not taken back by its key`);
  const kopecks = found.given;
  const taken = Math.min(balances.bonus, kopecks);
  await postTransaction(tx, { kind: 'bonus_taken', userId, reversesId: id, reason }, [
    ['bonus', taken],
    ['owed', kopecks - taken],
    ['expense:bonus', -kopecks],
  ]);
  return true;
}

/** Amounts are positive whole kopecks; anything else is a bug of the caller. */
function wholeKopecks(kopecks: number): number {
  if (!Number.isSafeInteger(kopecks) || kopecks <= 0) throw new Error(`${kopecks} kopecks cannot be booked`);
  return kopecks;
}
