import type { BonusReason } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { setPurses } from '../../people/users/users.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { MovementKind, Purse } from './payments.tables.ts';

type HouseAccount =
  | `provider:${string}`
  | 'income:subscriptions'
  | 'income:promotion'
  | 'expense:bonus'
  | 'expense:gifts'
  | 'refunds'
  | 'refunds_due';

/** An account, and what comes to it; what leaves is negative. What we owe people leaves when it becomes more. */
export type Entry = readonly [account: HouseAccount | Purse, kopecks: number];

export interface Movement {
  kind: MovementKind;
  userId: number;
  paymentId?: number;
  refundId?: number;
  /** What it happened for, once. */
  sourceKey?: string;
  reversesId?: number;
  giftId?: number;
  /** When it happened; now, unless it is told of the past. */
  at?: Date;
  reason?: BonusReason | null;
}

export type Purses = Record<Purse, number>;

const PURSES: readonly Purse[] = ['balance', 'bonus', 'owed'];
const isPurse = (account: string): account is Purse => (PURSES as readonly string[]).includes(account);

/**
 * Book what happened, and say under which number; undefined when it is in the books under its source key already. The database
 * refuses entries that do not add up to zero, a purse below zero, and a second booking of the same payment or refund.
 */
export async function post(tx: Tx, movement: Movement, entries: readonly Entry[]): Promise<number | undefined> {
  const booked = entries.filter(([, kopecks]) => kopecks !== 0);
  const accounts = await accountsOf(tx, movement.userId, booked);
  const transaction = await tx
    .insertInto('ledger_transactions')
    .values({
      kind: movement.kind,
      user_id: movement.userId,
      payment_id: movement.paymentId ?? null,
      refund_id: movement.refundId ?? null,
      source_key: movement.sourceKey ?? null,
      reverses_id: movement.reversesId ?? null,
      gift_id: movement.giftId ?? null,
      ...(movement.at !== undefined && { created_at: movement.at }),
      reason: movement.reason ?? null,
    })
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (transaction === undefined) return undefined;
  // Given days move no money, and stand in the history all the same.
  if (booked.length === 0) return transaction.id;
  await tx
    .insertInto('ledger_entries')
    .values(
      booked.map(([account, amount_kopecks]) => {
        const account_id = accounts.get(account);
        if (account_id === undefined) throw new Error(`the ledger has no account ${account}`);
        return { transaction_id: transaction.id, account_id, amount_kopecks };
      }),
    )
    .execute();
  if (booked.some(([account]) => isPurse(account))) {
    await setPurses(tx, movement.userId, await readPurses(tx, movement.userId));
  }
  return transaction.id;
}

async function accountsOf(tx: Tx, userId: number, entries: readonly Entry[]): Promise<Map<string, number>> {
  const named = entries.map(([account]) => account);
  if (named.some(isPurse)) await openPurses(tx, userId);
  const { rows } = await sql<{ id: number; code: string; purse: Purse | null }>`
    select id, code, purse from ledger_accounts
    where code = any(${named}::text[]) or (user_id = ${userId} and purse = any(${named}::text[]))`.execute(tx);
  return new Map(rows.map(({ id, code, purse }) => [purse ?? code, id]));
}

async function openPurses(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('ledger_accounts')
    .values(PURSES.map((purse) => ({ code: `${purse}:${userId}`, user_id: userId, purse })))
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** What a person's purses hold, with nobody else moving them until the transaction ends. */
export async function holdPurses(tx: Tx, userId: number): Promise<Purses> {
  await openPurses(tx, userId);
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['purse', 'held_kopecks'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return toPurses(rows);
}

/** What a person's purses hold: without an account, nothing. */
export async function readPurses(db: Db, userId: number): Promise<Purses> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['purse', 'held_kopecks'])
    .where('user_id', '=', userId)
    .execute();
  return toPurses(rows);
}

function toPurses(rows: readonly { purse: Purse | null | undefined; held_kopecks: number }[]): Purses {
  const held = (purse: Purse): number => rows.find((row) => row.purse === purse)?.held_kopecks ?? 0;
  return { balance: held('balance'), bonus: held('bonus'), owed: held('owed') };
}

interface FoundMovement {
  id: number;
  kind: MovementKind;
  userId: number;
  reason: BonusReason | null;
  /** What left the purses. */
  balance: number;
  bonus: number;
  /** What the house gave for it. */
  given: number;
}

/** What is in the books under a source key. */
export async function findMovement(tx: Tx, sourceKey: string): Promise<FoundMovement | undefined> {
  const { rows } = await sql<FoundMovement>`
    select t.id, t.kind, t.user_id as "userId", t.reason,
      coalesce(sum(e.amount_kopecks) filter (where a.purse = 'balance'), 0)::bigint as balance,
      coalesce(sum(e.amount_kopecks) filter (where a.purse = 'bonus'), 0)::bigint as bonus,
      coalesce(sum(e.amount_kopecks) filter (where a.code = 'expense:bonus'), 0)::bigint as given
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.source_key = ${sourceKey}
    group by t.id`.execute(tx);
  return rows[0];
}

export async function isReversed(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('ledger_transactions').select('id').where('reverses_id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export interface Sale {
  userId: number;
  paymentId: number;
  provider: string;
  amountKopecks: number;
}

/** A subscription that was paid for: what came into the provider's till is our income. */
export async function bookSubscriptionSale(
  tx: Tx,
  { userId, paymentId, provider, amountKopecks }: Sale,
): Promise<void> {
  await post(tx, { kind: 'subscription_sale', userId, paymentId }, [
    [`provider:${provider}`, amountKopecks],
    ['income:subscriptions', -amountKopecks],
  ]);
}

/** A top-up: what came into the till stays the person's. */
export async function bookTopup(tx: Tx, { userId, paymentId, provider, amountKopecks }: Sale): Promise<void> {
  await holdPurses(tx, userId);
  await post(tx, { kind: 'topup', userId, paymentId }, [
    [`provider:${provider}`, amountKopecks],
    ['balance', -amountKopecks],
  ]);
}
