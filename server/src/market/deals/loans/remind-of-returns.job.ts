import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { z } from 'zod';
import { findMorningZones, type ZoneMorning } from '../../../notifications/notifications/reader-days.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { isLent } from '../deals.policy.ts';
import { IS_LENT, lockDeal, updateDeal } from '../deals.queries.ts';
import { remindOfLoan } from './notify-loan.ts';

const BATCH = 200;

interface Reminder {
  deal_id: number;
  user_id: number;
  /** Today, where the person lives. */
  day: string;
  return_on: string;
}

/**
 * Reminds of lent things in the morning of each person: the borrower on the day before, both on the day of return. What
 * was sent is marked in its transaction, so a second run sends nothing again.
 */
export const remindOfReturns = defineJob({
  name: 'remind-of-returns',
  payload: z.object({}),
  run: async (services: Services) => {
    const zones = await findMorningZones(services.db, services.clock());
    if (zones.length === 0) return;
    const failures = new Map<string, unknown>();
    for (;;) {
      const due = await listDueReminders(services.db, zones, BATCH + failures.size);
      const left = due.filter((reminder) => !failures.has(keyOf(reminder)));
      if (left.length === 0) break;
      for (const reminder of left)
        await services.db
          .transaction()
          .execute((tx) => remind(services, tx, reminder))
          .catch((error: unknown) => failures.set(keyOf(reminder), error));
    }
    // One that fails keeps nobody else from being reminded.
    if (failures.size > 0) throw new AggregateError([...failures.values()], `loans ${[...failures.keys()]} failed`);
  },
});

const keyOf = ({ deal_id, user_id }: Reminder): string => `${deal_id}:${user_id}`;

/** Served by deals_loans. Who said that the thing is back is reminded no more. */
async function listDueReminders(db: Db, zones: readonly ZoneMorning[], limit: number): Promise<Reminder[]> {
  const days = zones.map(({ day }) => day).sort();
  const { rows } = await sql<Reminder>`
    with zones as (
      select * from unnest(${zones.map(({ timeZone }) => timeZone)}::text[], ${zones.map(({ day }) => day)}::date[])
        as given (time_zone, day)
    )
    select d.id as deal_id, side.user_id, z.day, d.return_on
    from deals d
    cross join lateral (values
      (d.seller_id, d.seller_reminded_on, d.return_on),
      (d.buyer_id, d.buyer_reminded_on, case when d.return_claimed_at is null then d.return_on - 1 end)
    ) side (user_id, reminded_on, since)
    left join notification_settings s on s.user_id = side.user_id
    join zones z on z.time_zone = coalesce(s.time_zone, ${MOSCOW})
    where ${IS_LENT} and d.return_on between ${days[0]}::date and ${days.at(-1)}::date + 1
      and z.day between side.since and d.return_on and (side.reminded_on is null or side.reminded_on < z.day)
    order by d.id, side.user_id limit ${limit}`.execute(db);
  return rows;
}

async function remind(services: Services, tx: Tx, { deal_id, user_id, day, return_on }: Reminder): Promise<void> {
  const deal = await lockDeal(tx, deal_id);
  if (deal === undefined || !isLent(deal) || deal.return_on !== return_on) return;
  const mark = user_id === deal.seller_id ? 'seller_reminded_on' : 'buyer_reminded_on';
  const marked = deal[mark];
  if (marked !== null && marked >= day) return;
  await updateDeal(tx, deal_id, { [mark]: day });
  await remindOfLoan(services, tx, user_id, deal, return_on === day ? 'today' : 'tomorrow');
}
