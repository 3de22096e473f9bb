import { CHARGE_DAYS_BEFORE, CHARGE_NOTICE_DAYS } from '@app/contract/money/payments';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Payment } from '../payments.queries.ts';
import type { AutopaysTable } from '../payments.tables.ts';

export type Autopay = Selectable<AutopaysTable>;

export const DAY_MS = 86_400_000;

export async function findAutopay(db: Db, userId: number): Promise<Autopay | undefined> {
  return db.selectFrom('autopays').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Saves the card of a payment that requested it, unless the user has disabled autopay since. */
export async function savePaymentMethod(
  tx: Tx,
  payment: Payment,
  method: { id: string; title: string },
): Promise<void> {
  await sql`
    insert into autopays (user_id, is_on, method_id, method_kind, method_title)
    values (${payment.user_id}, true, ${method.id}, ${payment.method ?? 'bank_card'}, ${method.title})
    on conflict (user_id) do update
    set is_on = true, method_id = excluded.method_id, method_kind = excluded.method_kind, method_title = excluded.method_title
    where autopays.stopped_at is null or autopays.stopped_at < ${payment.created_at}`.execute(tx);
}

/** Starts the cycle that ends with a charge one day before the subscription ends, and resets the refused charges. */
export async function scheduleNextCharge(tx: Tx, userId: number, until: Date, now: Date): Promise<void> {
  await tx.updateTable('autopays').set({ charges: 0 }).where('user_id', '=', userId).execute();
  const chargeAt = new Date(Math.max(until.getTime() - CHARGE_DAYS_BEFORE * DAY_MS, now.getTime()));
  const noticeAt = new Date(Math.max(chargeAt.getTime() - CHARGE_NOTICE_DAYS[0] * DAY_MS, now.getTime()));
  await tx
    .updateTable('autopays')
    .set({ step: 'first_notice', act_at: noticeAt, charge_at: chargeAt })
    .where('user_id', '=', userId)
    .where('is_on', '=', true)
    .execute();
}

const NO_NEXT_STEP = { step: null, act_at: null, charge_at: null } as const;

/** Disables autopay, and saves no card from payments already started. The caller holds the payer's lock. */
export async function disableAutopay(tx: Tx, userId: number): Promise<void> {
  await endAutopay(tx, userId);
  await tx.updateTable('autopays').set({ charges: 0 }).where('user_id', '=', userId).execute();
}

export async function endAutopay(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('autopays')
    .values({ user_id: userId, stopped_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ is_on: false, stopped_at: sql<Date>`now()`, ...NO_NEXT_STEP }),
    )
    .execute();
}

export async function removePaymentMethod(tx: Tx, userId: number): Promise<void> {
  await disableAutopay(tx, userId);
  await clearPaymentMethod(tx, userId);
}

export async function clearPaymentMethod(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('autopays')
    .set({ method_id: null, method_kind: null, method_title: null })
    .where('user_id', '=', userId)
    .execute();
}

/** Returns false when there is no card to charge. */
export async function resumeAutopay(tx: Tx, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('autopays')
    .set({ is_on: true })
    .where('user_id', '=', userId)
    .where('method_id', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Checks that autopay is on and the charge uses the saved card. The caller holds the payer's lock. */
export async function mayCharge(tx: Tx, payment: Payment): Promise<boolean> {
  const row = await tx
    .selectFrom('autopays')
    .select('user_id')
    .where('user_id', '=', payment.user_id)
    .where('is_on', '=', true)
    .where('method_id', '=', payment.saved_method ?? '')
    .executeTakeFirst();
  return row !== undefined;
}

/** Served by autopays_due. */
export async function listDueAutopays(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('autopays')
    .select('user_id')
    .where('act_at', '<=', now)
    .orderBy('act_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

export async function updateAutopay(
  tx: Tx,
  userId: number,
  change: Partial<Pick<Autopay, 'step' | 'act_at' | 'charge_at' | 'charges'>>,
): Promise<void> {
  await tx.updateTable('autopays').set(change).where('user_id', '=', userId).execute();
}
