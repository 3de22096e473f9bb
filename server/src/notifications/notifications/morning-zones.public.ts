import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { localTime } from './quiet-hours.ts';

/** Local minutes of the day between which news that can wait are sent: none at night. */
const MORNING = 9 * 60;
const EVENING = 21 * 60;

export interface DayZone {
  timeZone: string;
  /** YYYY-MM-DD */
  day: string;
  minute: number;
}

/** The time zones of users in which the morning has come and the evening has not. Moscow stands for unknown ones. */
export async function findDayZones(db: Db, now: Date): Promise<DayZone[]> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct time_zone from notification_settings where time_zone is not null`.execute(db);
  return [...new Set([MOSCOW, ...rows.map((row) => row.time_zone)])]
    .map((timeZone) => ({ timeZone, ...localTime(now, timeZone) }))
    .filter(({ minute }) => minute >= MORNING && minute < EVENING);
}
