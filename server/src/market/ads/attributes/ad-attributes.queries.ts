import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export async function lastAdId(db: Db): Promise<number> {
  const last = await db.selectFrom('ads').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? 0;
}

/** Deletes the attribute from one range of ids. The revision stays, because the owner did not make this change. */
export async function deleteAttributeInRange(
  db: Db,
  attributeId: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  const key = String(attributeId);
  await sql`
    update ads set attributes = attributes - ${key}::text
    where id > ${after} and id <= ${upTo} and attributes ? ${key}::text`.execute(db);
}
