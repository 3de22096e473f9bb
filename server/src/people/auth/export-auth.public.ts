import type { Db } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

export async function exportAuthOf(db: Db, userId: number): Promise<ExportedData> {
  const [consents, sessions] = await Promise.all([
    db
      .selectFrom('consents')
      .select(['document', 'version', 'accepted_at', 'ip'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'user_agent', 'ip'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  ]);
  return { consents, sessions };
}
