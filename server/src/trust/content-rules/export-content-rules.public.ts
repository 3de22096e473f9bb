import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

export async function exportContentRulesOf(db: Db, userId: number): Promise<ExportedData> {
  const { rows: waves } = await sql`
    select w.created_at, w.reason, a.state from bulk_sanction_accounts a join bulk_sanctions w on w.id = a.bulk_sanction_id
    where a.user_id = ${userId} and a.state in ('done', 'undone') order by w.id limit 1000`.execute(db);
  return {
    checked: iteratePages<{ object: string }>((after, limit) =>
      db
        .selectFrom('content_fingerprints')
        .select(['object', 'kind', 'at', 'text', 'hosts', 'network'])
        .where('user_id', '=', userId)
        .where('object', '>', after?.object ?? '')
        .orderBy('object')
        .limit(limit)
        .execute(),
    ),
    found: iteratePages<{ id: number }>((after, limit) =>
      db
        .selectFrom('rule_hits')
        .select(['id', 'object', 'found', 'is_held', 'at'])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
    waves,
  };
}
