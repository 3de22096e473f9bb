import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

/** The address of a feed lets whoever has it read along, so the archive says only that there is one. */
export async function exportSearchesOf(db: Db, userId: number): Promise<ExportedData> {
  const letters = await db
    .selectFrom('saved_search_emails')
    .select(['due_at', 'hour_began', 'sent_in_hour'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    searches: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select s.id, s.filters, s.wanted_ad_id, s.created_at, s.seen_at, s.feed_seed is not null as has_feed,
          (select count(*) from saved_search_matches m where m.search_id = s.id) as found
        from saved_searches s where s.user_id = ${userId} and s.id > ${after?.id ?? 0} order by s.id limit ${limit}`.execute(
        db,
      );
      return rows;
    }),
    letters: letters ?? null,
  };
}
