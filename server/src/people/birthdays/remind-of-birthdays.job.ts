import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Notice, notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { findMorningZones } from '../../notifications/notifications/reader-days.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { isMutedOrBlocked, visibleToReader } from '../relationships/relationships.public.ts';
import { addDays, birthdayDays } from './birthday-days.ts';

const BATCH = 500;
/** A birthday that was moved is announced again only this long after the last time; shorter than any year. */
const PAUSE_DAYS = 300;
/** Mornings are kept while a zone may still be in that day. */
const MORNINGS_KEPT_DAYS = 7;

/** Claims the time zones in which the morning has come and queues the reminders of their readers, a job for each day. */
export const startBirthdayMornings = defineJob({
  name: 'start-birthday-mornings',
  payload: z.object({}),
  run: async ({ db, clock, queue }: Services) => {
    await db.transaction().execute(async (tx) => {
      const mornings = await findMorningZones(tx, clock());
      if (mornings.length === 0) return;
      const { rows } = await sql<{ day: string; time_zone: string }>`
        insert into birthday_mornings (day, time_zone)
        select * from unnest(${mornings.map(({ day }) => day)}::date[], ${mornings.map(({ timeZone }) => timeZone)}::text[])
        on conflict do nothing returning to_char(day, 'YYYY-MM-DD') as day, time_zone`.execute(tx);
      for (const [day, zones] of Map.groupBy(rows, (row) => row.day)) {
        const payload = { day, zones: zones.map(({ time_zone }) => time_zone).sort(), after: null };
        await queue.add(tx, remindOfBirthdays, payload, { key: `${day} ${payload.zones.join()}` });
      }
      const oldest = addDays(mornings[0]?.day ?? '', -MORNINGS_KEPT_DAYS);
      await tx.deleteFrom('birthday_mornings').where('day', '<', oldest).execute();
    });
  },
});

/** Reminds friends of the birthdays of a day; continues in jobs of some hundred reminders. */
export const remindOfBirthdays = defineJob({
  name: 'remind-of-birthdays',
  payload: z.object({
    day: z.iso.date(),
    zones: z.array(z.string()),
    after: z.object({ person: z.number().int(), reader: z.number().int() }).nullable(),
  }),
  run: async (services: Services, payload) => {
    const { db, queue } = services;
    await db.transaction().execute(async (tx) => {
      const due = await findDueReminders(tx, payload);
      const last = due.at(-1);
      if (last === undefined) return;
      await notifyAll(
        tx,
        services,
        due.map((reminder) => toNotice(reminder, payload.day)),
      );
      await markReminded(tx, [...new Set(due.map(({ person }) => person))], payload.day);
      if (due.length < BATCH) return;
      const after = { person: last.person, reader: last.reader };
      await queue.add(
        tx,
        remindOfBirthdays,
        { ...payload, after },
        {
          key: `${payload.day} ${payload.zones.join()} ${after.person} ${after.reader}`,
        },
      );
    });
  },
});

interface DueReminder {
  person: number;
  reader: number;
  turns: number | null;
}

/** People by birthdays_day, their friends by the primary key of friends. Friends out of sight have hidden rows. */
async function findDueReminders(
  tx: Tx,
  { day, zones, after }: z.output<typeof remindOfBirthdays.payload>,
): Promise<DueReminder[]> {
  const days = birthdayDays(day, 1);
  const { rows } = await sql<DueReminder>`
    select b.user_id as person, f.friend_id as reader, extract(year from ${day}::date)::int - b.year as turns
    from unnest(${days.map(({ month }) => month)}::int[], ${days.map((one) => one.day)}::int[]) near (month, day)
      join birthdays b on b.month = near.month and b.day = near.day
      join users u on u.id = b.user_id and u.status = 'active' and u.deleted_at is null
      join friends f on f.user_id = b.user_id and not f.is_hidden
      left join notification_settings s on s.user_id = f.friend_id
    where (b.reminded_on is null or b.reminded_on = ${day}::date or b.reminded_on < ${day}::date - ${PAUSE_DAYS}::int)
      and coalesce(s.time_zone, ${MOSCOW}) = any(${zones}::text[])
      and (b.user_id, f.friend_id) > (${after?.person ?? 0}::bigint, ${after?.reader ?? 0}::bigint)
      and ${visibleToReader(sql`f.friend_id`, sql`b.user_id`, sql`b.audience`)}
      and not ${isMutedOrBlocked(sql`f.friend_id`, sql`b.user_id`)}
    order by b.user_id, f.friend_id limit ${BATCH}`.execute(tx);
  return rows;
}

const toNotice = ({ person, reader, turns }: DueReminder, day: string): Notice => ({
  userId: reader,
  actorId: person,
  kind: 'birthday',
  link: `/user/${person}`,
  values: { age: turns ?? 0 },
  dedupe: `birthday:${person}:${day}`,
});

async function markReminded(tx: Tx, people: readonly number[], day: string): Promise<void> {
  await sql`
    update birthdays set reminded_on = ${day}::date
    where user_id in (select user_id from birthdays where user_id = any(${people}::bigint[])
      and reminded_on is distinct from ${day}::date order by user_id for update)`.execute(tx);
}
