import type { PaymentKind, PaymentMethod } from '@app/contract/money/payments';
import type { Lang } from '@app/contract/platform/languages';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { isMoney, OPEN_STATES, statesBefore } from './payment-state.ts';
import type { PaymentStatus, PaymentsTable } from './payments.tables.ts';

export type Payment = Selectable<PaymentsTable>;

/** An unfinished payment younger than this is continued instead of starting another. */
const REUSE = sql`interval '30 minutes'`;

/** Locks the payer until commit, so that no other transaction starts or settles a payment of this user. */
export async function lockPayer(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payer:${userId}`}, 0))`.execute(tx);
}

export async function findPayer(db: Db, userId: number): Promise<{ email: string; lang: Lang } | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'lang'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface NewPayment {
  userId: number;
  kind: PaymentKind;
  amountKopecks: number;
  method: PaymentMethod | null;
  autopay: boolean;
  savedMethod: string | null;
  provider: string;
  description: string;
  customerEmail: string;
  returnUrl: string;
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<number> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      user_id: payment.userId,
      kind: payment.kind,
      saved_method: payment.savedMethod,
      amount_kopecks: payment.amountKopecks,
      method: payment.method,
      autopay: payment.autopay,
      provider: payment.provider,
      description: payment.description,
      customer_email: payment.customerEmail,
      return_url: payment.returnUrl,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findUnfinished(tx: Tx, wanted: NewPayment): Promise<number | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', wanted.userId)
    .where('kind', '=', wanted.kind)
    .where('saved_method', 'is', null)
    .where('status', 'in', OPEN_STATES)
    .where('provider', '=', wanted.provider)
    .where('amount_kopecks', '=', wanted.amountKopecks)
    .where('autopay', '=', wanted.autopay)
    .where(sql<boolean>`method is not distinct from ${wanted.method}`)
    .where('created_at', '>', sql<Date>`now() - ${REUSE}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns a payment with its age by the database clock. */
export async function getPayment(db: Db, id: number): Promise<Payment & { age_seconds: number }> {
  return db
    .selectFrom('payments')
    .selectAll()
    .select(sql<number>`extract(epoch from now() - created_at)::float8`.as('age_seconds'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findByProviderId(
  db: Db,
  provider: string,
  providerId: string,
): Promise<{ id: number; status: PaymentStatus } | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'status'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

export async function markPending(
  db: Db,
  id: number,
  created: { providerId: string; confirmationUrl: string | null },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      status: 'pending',
      provider_id: created.providerId,
      confirmation_url: created.confirmationUrl,
      pending_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', statesBefore('pending'))
    .execute();
}

export async function markHeld(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'held' })
    .where('id', '=', id)
    .where('status', 'in', statesBefore('held'))
    .execute();
}

/** Settles an open payment. Returns true for exactly one of any number of parallel calls. */
export async function settlePaymentAs(db: Db, id: number, outcome: 'succeeded' | 'canceled'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ status: outcome, settled_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(
      'status',
      'in',
      statesBefore(outcome).filter((state) => !isMoney(state)),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Next time to query an open payment. In the first hour the interval is short, so that a lost webhook event delays less
 * than a minute.
 */
const NEXT_CHECK = sql<Date>`now() + case
  when now() - created_at < interval '1 hour' then least(greatest((now() - created_at) / 10, interval '10 seconds'), interval '40 seconds')
  else interval '10 minutes' end`;

/** Claims open payments that are due, so that another node does not query them too. Served by payments_open. */
export async function claimDue(db: Db, provider: string, limit: number): Promise<number[]> {
  const rows = await db
    .updateTable('payments')
    .set({ checked_at: sql<Date>`now()`, next_check_at: NEXT_CHECK })
    .where('id', 'in', (due) =>
      due
        .selectFrom('payments')
        .select('id')
        .where('status', 'in', OPEN_STATES)
        .where('provider', '=', provider)
        .where('next_check_at', '<=', sql<Date>`now()`)
        .orderBy('next_check_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Claims the newest open payments of one user, except those queried within the last second. */
export async function claimOpenOf(db: Db, provider: string, userId: number, limit: number): Promise<number[]> {
  const rows = await db
    .updateTable('payments')
    .set({ checked_at: sql<Date>`now()`, next_check_at: NEXT_CHECK })
    .where('id', 'in', (open) =>
      open
        .selectFrom('payments')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', 'in', OPEN_STATES)
        .where('provider', '=', provider)
        .where(sql<boolean>`(checked_at is null or checked_at < now() - interval '1 second')`)
        .orderBy('id', 'desc')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export async function storeWebhookEvent(
  tx: Tx,
  webhookEvent: { paymentId: number; provider: string; objectId: string; event: string; processed: boolean },
): Promise<void> {
  await tx
    .insertInto('payment_webhook_events')
    .values({
      payment_id: webhookEvent.paymentId,
      provider: webhookEvent.provider,
      object_id: webhookEvent.objectId,
      event: webhookEvent.event,
      processed_at: webhookEvent.processed ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'object_id', 'event']).doNothing())
    .execute();
}

export async function markWebhookEventsProcessed(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .updateTable('payment_webhook_events')
    .set({ processed_at: sql<Date>`now()` })
    .where('payment_id', '=', paymentId)
    .where('processed_at', 'is', null)
    .execute();
}

/** Served by payments_by_user. */
export async function listPayments(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'kind', 'status', 'amount_kopecks', 'method', 'created_at', 'settled_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findPaidUntil(db: Db, userId: number): Promise<{ paid: boolean; paidUntil: Date | null }> {
  const row = await db
    .selectFrom('users')
    .select(['paid_until', sql<boolean>`coalesce(paid_until > now(), false)`.as('paid')])
    .where('id', '=', userId)
    .executeTakeFirst();
  return { paid: row?.paid ?? false, paidUntil: row?.paid_until ?? null };
}
