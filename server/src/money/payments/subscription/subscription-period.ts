import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';

/** Moscow is UTC+3 all year. */
const MOSCOW_MS = 3 * 3600_000;
const DAY_MS = 86_400_000;

/** Adds one year in the Moscow calendar; 29 February becomes 28 February. */
function yearAfter(moment: Date): Date {
  const local = new Date(moment.getTime() + MOSCOW_MS);
  const month = local.getUTCMonth();
  local.setUTCFullYear(local.getUTCFullYear() + 1);
  if (local.getUTCMonth() !== month) local.setUTCDate(0);
  return new Date(local.getTime() - MOSCOW_MS);
}

/**
 * Adds a year to the user's subscription and returns its new end. The year starts at the end of the running one, so an
 * early renewal loses no day. The caller holds the payer's lock.
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

async function endOfPaid(tx: Tx, userId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(${now}::timestamptz, max(s.paid_until), u.paid_until) as at
    from users u left join subscriptions s on s.user_id = u.id and s.revoked_at is null
    where u.id = ${userId} group by u.id`.execute(tx);
  const [start] = rows;
  if (start === undefined) throw new Error('the payer of the year does not exist');
  return start.at;
}

/**
 * Revokes the year that a payment bought and returns the new end of the subscription. Later years move forward. The
 * caller holds the payer's lock.
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
    .returning(['paid_from', 'paid_until'])
    .executeTakeFirst();
  if (revoked === undefined) throw new Error('there is no subscription to revoke');
  const { paid_from, paid_until } = revoked;
  // An expired year leaves no time for later years to move into.
  if (paid_until > now) {
    await moveLaterYears(tx, userId, paid_from, new Date(Math.max(paid_from.getTime(), now.getTime())));
  }
  const { rows } = await sql<{ until: Date | null }>`
    select coalesce(max(paid_until), case when ${paid_from}::timestamptz > ${now}::timestamptz then ${paid_from}::timestamptz end) as until
    from subscriptions where user_id = ${userId} and revoked_at is null`.execute(tx);
  return rows[0]?.until ?? null;
}

async function moveLaterYears(tx: Tx, userId: number, after: Date, at: Date): Promise<void> {
  const laterYears = await tx
    .selectFrom('subscriptions')
    .select(['id', 'payment_id', 'paid_from', 'paid_until', 'shortened_ms'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('paid_from', '>', after)
    .orderBy('paid_from')
    .execute();
  let from = at;
  for (const laterYear of laterYears) {
    const until =
      laterYear.payment_id === null
        ? new Date(from.getTime() + laterYear.paid_until.getTime() - laterYear.paid_from.getTime())
        : new Date(yearAfter(from).getTime() - laterYear.shortened_ms);
    await tx
      .updateTable('subscriptions')
      .set({ paid_from: from, paid_until: until })
      .where('id', '=', laterYear.id)
      .execute();
    from = until;
  }
}

export function findYear(tx: Tx, paymentId: number) {
  return tx
    .selectFrom('subscriptions')
    .select(['paid_from', 'paid_until', 'shortened_ms'])
    .where('payment_id', '=', paymentId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Shortens a year by a number of milliseconds, or extends it again when negative, and returns the new end of the
 * subscription. Later years move along. The caller holds the payer's lock.
 */
export async function shortenSubscriptionYear(tx: Tx, userId: number, paymentId: number, ms: number): Promise<Date> {
  const year = await findYear(tx, paymentId);
  if (year === undefined) throw new Error('there is no subscription to shorten');
  const until = new Date(year.paid_until.getTime() - ms);
  await tx
    .updateTable('subscriptions')
    .set({ paid_until: until, shortened_ms: year.shortened_ms + ms })
    .where('payment_id', '=', paymentId)
    .execute();
  await moveLaterYears(tx, userId, year.paid_from, until);
  return lastOf(tx, userId);
}

async function lastOf(tx: Tx, userId: number): Promise<Date> {
  const { last } = await tx
    .selectFrom('subscriptions')
    .select(({ fn }) => fn.max('paid_until').as('last'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return last;
}

/** Adds free days after the running subscription. The caller holds the payer's lock. */
export async function addCreditedDays(tx: Tx, userId: number, days: number, now: Date): Promise<Date> {
  const paidFrom = await endOfPaid(tx, userId, now);
  const paidUntil = new Date(paidFrom.getTime() + days * DAY_MS);
  await tx
    .insertInto('subscriptions')
    .values({ user_id: userId, payment_id: null, paid_from: paidFrom, paid_until: paidUntil })
    .execute();
  return paidUntil;
}

/**
 * Restores a revoked year because its refund failed. The remaining time is added after the running subscription; used
 * days are not given again. Returns the new end. The caller holds the payer's lock.
 */
export async function restoreSubscriptionYear(tx: Tx, userId: number, paymentId: number, now: Date): Promise<Date> {
  const year = await tx
    .selectFrom('subscriptions')
    .select(['paid_from', 'paid_until', 'shortened_ms', 'revoked_at'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const takenAt = year.revoked_at ?? now;
  if (year.paid_until <= takenAt) {
    await tx.updateTable('subscriptions').set({ revoked_at: null }).where('payment_id', '=', paymentId).execute();
    return lastOf(tx, userId);
  }
  const paidFrom = await endOfPaid(tx, userId, now);
  const whole = yearAfter(paidFrom).getTime() - paidFrom.getTime();
  const shortenedMs =
    year.paid_from > takenAt ? year.shortened_ms : Math.max(0, whole - (year.paid_until.getTime() - takenAt.getTime()));
  const paidUntil = new Date(paidFrom.getTime() + whole - shortenedMs);
  await tx
    .updateTable('subscriptions')
    .set({ paid_from: paidFrom, paid_until: paidUntil, shortened_ms: shortenedMs, revoked_at: null })
    .where('payment_id', '=', paymentId)
    .execute();
  return paidUntil;
}
