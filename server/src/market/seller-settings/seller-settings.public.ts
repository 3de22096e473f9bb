import { hoursStateOf, type WeekHours } from '@app/contract/market/seller-hours';
import { isoDayOf, findTimeZone as knownZone, MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

interface AwayRow {
  away_text: string;
  hours: WeekHours | null;
  time_zone: string | null;
  is_on_vacation: boolean;
}

/** What a buyer who writes now is answered, and the day of the seller; undefined while the seller is at work. */
export async function findAwayAnswer(
  db: Db,
  sellerId: number,
  now: Date,
): Promise<{ text: string; day: string } | undefined> {
  const { rows } = await sql<AwayRow>`
    select d.away_text, d.hours, s.time_zone,
      exists (select from ad_vacations v where v.user_id = d.user_id) as is_on_vacation
    from seller_settings d left join notification_settings s on s.user_id = d.user_id
    where d.user_id = ${sellerId} and d.answers_away`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const timeZone = knownZone(row.time_zone ?? '') ?? MOSCOW;
  const isAtWork = row.hours === null || hoursStateOf(row.hours, now, timeZone).isOpen;
  if (isAtWork && !row.is_on_vacation) return undefined;
  return { text: row.away_text, day: isoDayOf(now, timeZone) };
}

export async function eraseSellerSettings(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('seller_settings').where('user_id', '=', userId).execute();
}

export async function exportSellerSettingsOf(db: Db, userId: number): Promise<ExportedData> {
  const settings = await db
    .selectFrom('seller_settings')
    .select(['hours', 'answers_away', 'away_text', 'templates'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { settings: settings ?? null };
}
