import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';

/** Payments and the time they bought. What guards them (keys, addresses to pay at) stays. */
export async function exportPaymentsOf(db: Db, userId: number): Promise<Exported> {
  return {
    payments: inPages<{ id: number }>((after, limit) =>
      db
        .selectFrom('payments')
        .select(['id', 'kind', 'status', 'amount_kopecks', 'currency', 'method', 'autopay', 'provider', 'provider_id'])
        .select(['description', 'customer_email', 'created_at', 'pending_at', 'settled_at'])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select(['id', 'payment_id', 'paid_from', 'paid_until', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  };
}
