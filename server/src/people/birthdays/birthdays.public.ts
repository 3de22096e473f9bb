import type { Db, Tx } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

export async function eraseBirthday(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('birthdays').where('user_id', '=', userId).execute();
}

export async function exportBirthdayOf(db: Db, userId: number): Promise<ExportedData> {
  const birthday = await db
    .selectFrom('birthdays')
    .select(['day', 'month', 'year', 'audience', 'changed_at'])
    .where('user_id', '=', userId)
    .execute();
  return { birthday };
}
