import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

/** Does not export who decided or complained. */
export async function exportModerationOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    measures: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, kind, object, rule, reason, evidence, per_day, created_at, until_at, ended_at, appeal, appealed_at,
          appeal_outcome, answer
        from sanctions where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
    cases_about_me: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, kind, object, reason, evidence, opened_at, resolved_at, outcome, resolution from moderation_cases
        where about_user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
    published_while_limited: await db
      .selectFrom('sanction_days')
      .select(['day', 'count'])
      .where('user_id', '=', userId)
      .orderBy('day')
      .limit(4000)
      .execute(),
  };
}
