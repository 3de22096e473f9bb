import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

/**
 * Exports payments, refunds, subscription periods, balances and ledger entries. Idempotence keys and payment URLs are
 * not exported.
 */
export async function exportPaymentsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    payments: iteratePages<{ id: number }>((after, limit) =>
      db
        .selectFrom('payments')
        .select([
          'id',
          'kind',
          'status',
          'amount_kopecks',
          'refunded_kopecks',
          'currency',
          'method',
          'autopay',
          'provider',
          'provider_id',
        ])
        .select(['description', 'customer_email', 'created_at', 'pending_at', 'settled_at'])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['id', 'payment_id', 'paid_from', 'paid_until', 'shortened_ms', 'created_at', 'used_at', 'revoked_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    refunds: await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refunds.id', 'refunds.payment_id', 'refunds.status', 'refunds.amount_kopecks', 'refunds.reason'])
      .select(['refunds.taken_ms', 'refunds.provider_id', 'refunds.created_at', 'refunds.settled_at'])
      .where('payments.user_id', '=', userId)
      .orderBy('refunds.id')
      .execute(),
    gifts: await db
      .selectFrom('manual_credits')
      .select(['id', 'what', 'amount', 'reason', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    autopay: await db
      .selectFrom('autopays')
      .select(['is_on', 'method_kind', 'method_title', 'charge_at', 'stopped_at'])
      .where('user_id', '=', userId)
      .execute(),
    purses: await db
      .selectFrom('ledger_accounts')
      .select(['balance_kind as purse', 'balance_kopecks as held_kopecks'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    movements: iteratePages<{ id: number }>((after, limit) =>
      db
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
        .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
        .select(['e.id', 't.id as movement', 't.kind', 't.created_at', 't.reason', 't.payment_id'])
        .select(sql<string>`coalesce(a.balance_kind, a.code)`.as('account'))
        .select('e.amount_kopecks')
        .where('t.user_id', '=', userId)
        .where('e.id', '>', after?.id ?? 0)
        .orderBy('e.id')
        .limit(limit)
        .execute(),
    ),
  };
}
