import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Moscow keeps its distance from UTC the year round. */
const MOSCOW_MS = 3 * 3600_000;

/** The same moment a year later by Moscow's calendar; of 29 February, 28 February. */
function yearAfter(moment: Date): Date {
  const local = new Date(moment.getTime() + MOSCOW_MS);
  const month = local.getUTCMonth();
  local.setUTCFullYear(local.getUTCFullYear() + 1);
  if (local.getUTCMonth() !== month) local.setUTCDate(0);
  return new Date(local.getTime() - MOSCOW_MS);
}

/** The day of a moment in Moscow, as letters and the bell write days. */
export const moscowDay = (moment: Date): string => new Date(moment.getTime() + MOSCOW_MS).toISOString().slice(0, 10);

/**
 * Add a year to somebody's subscription and say until when it now runs. The year counts from the end of the running one, so
 * an early renewal loses no day. The caller holds the payer's lock.
 */
export async function addSubscriptionYear(tx: Tx, userId: number, paymentId: number, now: Date): Promise<Date> {
  const paidFrom = await endOfPaid(tx, userId, now);
  const paidUntil = yearAfter(paidFrom);
  await tx
    .insertInto('subscriptions')
    .values({ user_id: userId, payment_id: paymentId, paid_from: paidFrom, paid_until: paidUntil })
    .execute();
  return paidUntil;
}

/** When a year bought now begins: at the end of what is paid, or now. */
async function endOfPaid(tx: Tx, userId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(${now}::timestamptz, max(s.paid_until), u.paid_until) as at
    from users u left join subscriptions s on s.user_id = u.id and s.revoked_at is null
    where u.id = ${userId} group by u.id`.execute(tx);
  const [start] = rows;
  if (start === undefined) throw new Error('nobody to give a year to');
  return start.at;
}

/**
 * Take back the year that a payment bought, and say until when the subscription runs without it. Years that were to follow it
 * move to its place. The caller holds the payer's lock.
 */
export async function revokeSubscriptionYear(
  tx: Tx,
  userId: number,
  paymentId: number,
  now: Date,
): Promise<Date | null> {
  const revoked = await tx
    .updateTable('subscriptions')
    .set({ revoked_at: now })
    .where('payment_id', '=', paymentId)
    .where('revoked_at', 'is', null)
    .returning('paid_from')
    .executeTakeFirst();
  if (revoked === undefined) throw new Error('there is no year to take back');
  const { paid_from } = revoked;
  const followers = await tx
    .selectFrom('subscriptions')
    .select(['id', 'payment_id', 'paid_from', 'paid_until'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('paid_from', '>', paid_from)
    .orderBy('paid_from')
    .execute();
  let at = new Date(Math.max(paid_from.getTime(), now.getTime()));
  for (const follower of followers) {
    const until =
      follower.payment_id === null
        ? new Date(at.getTime() + follower.paid_until.getTime() - follower.paid_from.getTime())
        : yearAfter(at);
    await tx
      .updateTable('subscriptions')
      .set({ paid_from: at, paid_until: until })
      .where('id', '=', follower.id)
      .execute();
    at = until;
  }
  const { rows } = await sql<{ until: Date | null }>`
    select coalesce(max(paid_until), case when ${paid_from}::timestamptz > ${now}::timestamptz then ${paid_from}::timestamptz end) as until
    from subscriptions where user_id = ${userId} and revoked_at is null`.execute(tx);
  return rows[0]?.until ?? null;
}

/** Give back a year that was taken: the money stayed here after all. It begins as a year bought now does. */
export async function restoreSubscriptionYear(tx: Tx, userId: number, paymentId: number, now: Date): Promise<Date> {
  const paidFrom = await endOfPaid(tx, userId, now);
  const paidUntil = yearAfter(paidFrom);
  await tx
    .updateTable('subscriptions')
    .set({ paid_from: paidFrom, paid_until: paidUntil, revoked_at: null })
    .where('payment_id', '=', paymentId)
    .execute();
  return paidUntil;
}
