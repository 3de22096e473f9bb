import type { Db } from '../../platform/database/tables.ts';

export async function exportPresenceOf(db: Db, userId: number): Promise<Record<string, unknown>> {
  const seen = await db.selectFrom('last_seen').select('at').where('user_id', '=', userId).executeTakeFirst();
  return { last_seen: seen?.at ?? null };
}
