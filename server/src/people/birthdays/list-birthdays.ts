import { BIRTHDAYS_DAYS, BIRTHDAYS_MAX, type birthdaysApi } from '@app/contract/people/birthdays';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { isoDayOf } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { findReaderZone } from '../../notifications/notifications/reader-days.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isMutedOrBlocked, visibleTo } from '../relationships/relationships.public.ts';
import { listUserCards } from '../users/user-cards.public.ts';
import { birthdayDays } from './birthday-days.ts';

interface Row {
  id: number;
  date: string;
  in_days: number;
  turns: number | null;
}

/** Reads the friends of the viewer, at most `FRIENDS_MAX`, by the primary keys of friends and birthdays. */
export async function listUpcomingBirthdays(
  services: Services,
  viewer: SignedInViewer,
): Promise<ResponseOf<typeof birthdaysApi.upcoming>> {
  const { db, clock } = services;
  const today = isoDayOf(clock(), await findReaderZone(db, viewer.userId));
  const days = birthdayDays(today, BIRTHDAYS_DAYS + 1);
  const me = sql`${viewer.userId}::bigint`;
  const { rows } = await sql<Row>`
    select b.user_id as id, to_char(near.date, 'YYYY-MM-DD') as date, near.date - ${today}::date as in_days,
      extract(year from near.date)::int - b.year as turns
    from friends mine
      join birthdays b on b.user_id = mine.friend_id
      join unnest(${days.map(({ date }) => date)}::date[], ${days.map(({ month }) => month)}::int[],
        ${days.map(({ day }) => day)}::int[]) near (date, month, day) on near.month = b.month and near.day = b.day
    where mine.user_id = ${me} and not mine.is_hidden
      and ${visibleTo(viewer, sql`b.user_id`, sql`b.audience`)} and not ${isMutedOrBlocked(me, sql`b.user_id`)}
    order by near.date, b.user_id limit ${BIRTHDAYS_MAX}`.execute(db);
  const cards = await listUserCards(
    services,
    viewer,
    rows.map(({ id }) => id),
  );
  return {
    list: rows.flatMap(({ id, ...birthday }) => {
      const user = cards.get(id);
      return user === undefined ? [] : [{ user, ...birthday }];
    }),
  };
}
