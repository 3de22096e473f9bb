import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

const BATCH = 2000;

/** Applies pending changes of tags to their counts; one run at a time. */
export const aggregateTags = defineJob({
  name: 'aggregate-tags',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    let applied = BATCH;
    while (applied === BATCH)
      applied = await db.transaction().execute(async (tx) => {
        const { rows: locks } = await sql<{ is_mine: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended('publication_tags', 0)) as is_mine`.execute(tx);
        if (locks[0]?.is_mine !== true) return 0;
        const { rows } = await sql<{ count: number; gone: string[] | null }>`
          with moved as materialized (
            delete from publication_tag_changes
            where ctid = any (array(select ctid from publication_tag_changes limit ${BATCH})) returning tag, sign
          ), counted as (
            insert into publication_tags as t (tag, count)
            select tag, sum(sign) from moved group by tag having sum(sign) <> 0 order by tag
            on conflict (tag) do update set count = t.count + excluded.count returning tag, count
          )
          select (select count(*) from moved) as count, (select array_agg(tag) from counted where count = 0) as gone`.execute(
          tx,
        );
        // A negative count waits for the corresponding increase that is not committed yet.
        const [{ count, gone } = { count: 0, gone: null }] = rows;
        if (gone !== null) await tx.deleteFrom('publication_tags').where('tag', 'in', gone).execute();
        return count;
      });
  },
});
