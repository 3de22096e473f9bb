import type { BonusReason } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { setBalances } from '../../people/users/users.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { BalanceKind, LedgerTransactionKind } from './payments.tables.ts';

type HouseAccount =
  | `provider:${string}`
  | 'income:subscriptions'
  | 'income:promotion'
  | 'expense:bonus'
  | 'expense:gifts'
  | 'refunds'
  | 'refunds_due';

/** An account and the change of its amount; outflow is negative. User balances are liabilities: more is negative. */
export type AccountEntry = readonly [account: HouseAccount | BalanceKind, kopecks: number];

export interface NewLedgerTransaction {
  kind: LedgerTransactionKind;
  userId: number;
  paymentId?: number;
  refundId?: number;
  sourceKey?: string;
  reversesId?: number;
  manualCreditId?: number;
  at?: Date;
  reason?: BonusReason | null;
}

export type Balances = Record<BalanceKind, number>;

const BALANCE_KINDS: readonly BalanceKind[] = ['balance', 'bonus', 'owed'];
const isBalanceKind = (account: string): account is BalanceKind =>
  (BALANCE_KINDS as readonly string[]).includes(account);

/**
 * Books a ledger transaction and returns its id, or undefined when its source key is booked already. The database
 * rejects entries that do not add up to zero, a negative balance, and a second booking of the same payment or refund.
 */
export async function postTransaction(
  tx: Tx,
  input: NewLedgerTransaction,
  entries: readonly AccountEntry[],
): Promise<number | undefined> {
  const booked = entries.filter(([, kopecks]) => kopecks !== 0);
  const accounts = await findAccounts(tx, input.userId, booked);
  const transaction = await tx
    .insertInto('ledger_transactions')
    .values({
      kind: input.kind,
      user_id: input.userId,
      payment_id: input.paymentId ?? null,
      refund_id: input.refundId ?? null,
      source_key: input.sourceKey ?? null,
      reverses_id: input.reversesId ?? null,
      manual_credit_id: input.manualCreditId ?? null,
      ...(input.at !== undefined && { created_at: input.at }),
      reason: input.reason ?? null,
    })
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (transaction === undefined) return undefined;
  // Granted days move no money, but the transaction appears in the history.
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
  if (booked.some(([account]) => isBalanceKind(account))) {
    await setBalances(tx, input.userId, await getBalances(tx, input.userId));
  }
  return transaction.id;
}

async function findAccounts(tx: Tx, userId: number, entries: readonly AccountEntry[]): Promise<Map<string, number>> {
  const codes = entries.map(([account]) => account);
  if (codes.some(isBalanceKind)) await createBalanceAccounts(tx, userId);
  const { rows } = await sql<{ id: number; code: string; balance_kind: BalanceKind | null }>`
    select id, code, balance_kind from ledger_accounts
    where code = any(${codes}::text[]) or (user_id = ${userId} and balance_kind = any(${codes}::text[]))`.execute(tx);
  return new Map(rows.map(({ id, code, balance_kind }) => [balance_kind ?? code, id]));
}

async function createBalanceAccounts(tx: Tx, userId: number): Promise<void> {
  // No column is named: simultaneous inserts collide in both unique indexes, and an index that is not named raises.
  await tx
    .insertInto('ledger_accounts')
    .values(BALANCE_KINDS.map((kind) => ({ code: `${kind}:${userId}`, user_id: userId, balance_kind: kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function lockBalances(tx: Tx, userId: number): Promise<Balances> {
  await createBalanceAccounts(tx, userId);
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['balance_kind', 'balance_kopecks'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return toBalances(rows);
}

export async function getBalances(db: Db, userId: number): Promise<Balances> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['balance_kind', 'balance_kopecks'])
    .where('user_id', '=', userId)
    .execute();
  return toBalances(rows);
}

function toBalances(
  rows: readonly { balance_kind: BalanceKind | null | undefined; balance_kopecks: number }[],
): Balances {
  const kopecksOf = (kind: BalanceKind): number => rows.find((row) => row.balance_kind === kind)?.balance_kopecks ?? 0;
  return { balance: kopecksOf('balance'), bonus: kopecksOf('bonus'), owed: kopecksOf('owed') };
}

interface LedgerTransaction {
  id: number;
  kind: LedgerTransactionKind;
  userId: number;
  reason: BonusReason | null;
  balance: number;
  bonus: number;
  given: number;
}

export async function findLedgerTransaction(tx: Tx, sourceKey: string): Promise<LedgerTransaction | undefined> {
  const { rows } = await sql<LedgerTransaction>`
    select t.id, t.kind, t.user_id as "userId", t.reason,
      coalesce(sum(e.amount_kopecks) filter (where a.balance_kind = 'balance'), 0)::bigint as balance,
      coalesce(sum(e.amount_kopecks) filter (where a.balance_kind = 'bonus'), 0)::bigint as bonus,
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

/** Books a paid subscription: the amount received by the provider is income. */
export async function bookSubscriptionSale(
  tx: Tx,
  { userId, paymentId, provider, amountKopecks }: Sale,
): Promise<void> {
  await postTransaction(tx, { kind: 'subscription_sale', userId, paymentId }, [
    [`provider:${provider}`, amountKopecks],
    ['income:subscriptions', -amountKopecks],
  ]);
}

export async function bookTopup(tx: Tx, { userId, paymentId, provider, amountKopecks }: Sale): Promise<void> {
  await lockBalances(tx, userId);
  await postTransaction(tx, { kind: 'topup', userId, paymentId }, [
    [`provider:${provider}`, amountKopecks],
    ['balance', -amountKopecks],
  ]);
}
