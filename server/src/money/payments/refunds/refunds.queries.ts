import type { PaymentKind } from '@app/contract/money/payments';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { PaymentStatus, RefundsTable } from '../payments.tables.ts';
import { refundStatesBefore } from './refund-state.ts';

export type Refund = Selectable<RefundsTable>;

export async function getRefund(db: Db, id: number): Promise<Refund & { age_seconds: number }> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns the provider's ids of the payment's refunds, pending ones included. */
export async function listRefundNumbers(db: Db, paymentId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('refunds')
    .select('provider_id')
    .where('payment_id', '=', paymentId)
    .where('provider_id', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ provider_id }) => provider_id ?? []));
}

/** Marks the payment as being refunded. Returns false when the payment has no money or is already being refunded. */
export async function markRefunding(tx: Tx, paymentId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ status: 'refunding' })
    .where('id', '=', paymentId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endRefunding(
  tx: Tx,
  paymentId: number,
  outcome: { status: 'refunded' | 'succeeded'; refunded_kopecks?: number },
): Promise<void> {
  await tx.updateTable('payments').set(outcome).where('id', '=', paymentId).where('status', '=', 'refunding').execute();
}

export async function insertRefund(
  tx: Tx,
  refund: {
    paymentId: number;
    amountKopecks: number;
    givenBy: number | null;
    reason: string;
    takenMs: number;
    providerId?: string;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('refunds')
    .values({
      payment_id: refund.paymentId,
      amount_kopecks: refund.amountKopecks,
      given_by: refund.givenBy,
      reason: refund.reason,
      taken_ms: refund.takenMs,
      ...(refund.providerId !== undefined && { provider_id: refund.providerId, status: 'pending' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function markRefundPending(db: Db, id: number, providerId: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: 'pending', provider_id: providerId })
    .where('id', '=', id)
    .where('status', 'in', refundStatesBefore('pending'))
    .execute();
}

/** Returns true for exactly one of any number of parallel calls. */
export async function settleRefundAs(tx: Tx, id: number, status: 'succeeded' | 'canceled'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ status, settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', 'in', refundStatesBefore(status))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Claims open refunds that are due, so that another node does not query them too. Served by refunds_open. */
export async function claimDueRefunds(db: Db, provider: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update refunds set next_check_at = now()
      + least(greatest((now() - created_at) / 10, interval '15 seconds'), interval '1 hour')
    where id in (
      select r.id from refunds r join payments p on p.id = r.payment_id
      where r.status in ('created', 'pending') and r.next_check_at <= now() and p.provider = ${provider}
      order by r.next_check_at limit ${limit} for update of r skip locked
    ) returning id`.execute(db);
  return rows.map((row) => row.id);
}

export async function findRefundByProvider(
  db: Db,
  provider: string,
  providerId: string,
): Promise<{ id: number; payment_id: number } | undefined> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id'])
    .where('payments.provider', '=', provider)
    .where('refunds.provider_id', '=', providerId)
    .executeTakeFirst();
}

export async function findRefundable(tx: Tx, paymentId: number) {
  const { rows } = await sql<{
    user_id: number;
    kind: PaymentKind;
    status: PaymentStatus;
    provider: string;
    amount_kopecks: number;
    refunded_kopecks: number;
    age_ms: number;
    is_used: boolean;
  }>`
    select p.user_id, p.kind, p.status, p.provider, p.amount_kopecks, p.refunded_kopecks,
      (extract(epoch from now() - coalesce(p.settled_at, p.created_at)) * 1000)::float8 as age_ms,
      coalesce(s.used_at is not null, false) as is_used
    from payments p left join subscriptions s on s.payment_id = p.id
    where p.id = ${paymentId}`.execute(tx);
  return rows[0];
}

export async function hasPaidYear(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'subscription')
    .where('status', 'in', ['succeeded', 'refunding'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
