import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/**
 * Add a year to somebody's subscription and say until when it now runs. The year counts from the end of the running one, so
 * an early renewal loses no day; the calendar is UTC whatever zone the database thinks in. The caller holds the payer's lock.
 */
export async function addSubscriptionYear(tx: Tx, userId: number, paymentId: number): Promise<Date> {
  const { rows } = await sql<{ paid_until: Date }>`
    insert into subscriptions (user_id, payment_id, paid_from, paid_until)
    select ${userId}::bigint, ${paymentId}::bigint, start.at, (start.at at time zone 'UTC' + interval '1 year') at time zone 'UTC'
    from (
      select greatest(now(), max(subscriptions.paid_until), users.paid_until) as at
      from users left join subscriptions on subscriptions.user_id = users.id
      where users.id = ${userId}
      group by users.id
    ) as start
    returning paid_until`.execute(tx);
  const [period] = rows;
  if (period === undefined) throw new Error('no subscription period was written');
  return period.paid_until;
}
