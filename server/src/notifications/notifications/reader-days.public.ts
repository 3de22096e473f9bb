import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { findPreferences } from './notification-settings.ts';
import { localTime } from './quiet-hours.ts';

/** Local minutes of the day between which readers get their morning's mail and reminders; none are sent at night. */
const MORNING = 9 * 60;
const EVENING = 21 * 60;

export interface ZoneMorning {
  timeZone: string;
  /** ISO day and minute of that zone. */
  day: string;
  minute: number;
}

/** The time zones of readers in which the morning has come and the evening has not. Moscow stands for unknown ones. */
export async function findMorningZones(db: Db, now: Date): Promise<ZoneMorning[]> {
  const { rows } = await sql<{ time_zone: string }>`
    select distinct time_zone from notification_settings where time_zone is not null`.execute(db);
  return [...new Set([MOSCOW, ...rows.map((row) => row.time_zone)])]
    .map((timeZone) => ({ timeZone, ...localTime(now, timeZone) }))
    .filter(({ minute }) => minute >= MORNING && minute < EVENING);
}

/** The zone in which a user's days are counted. */
export async function findReaderZone(db: Db, userId: number): Promise<string> {
  return (await findPreferences(db, userId)).time_zone ?? MOSCOW;
}
