import type pg from 'pg';

/**
 * Matches are found newest first, and counted up to a maximum. The planner weighs reading by date against reading the
 * words' own index by the rows it is asked for, and thinks of looking into a text as too cheap: asked for this many times
 * more than anybody will read, it changes over where the two really cost the same (measured at a million rows).
 */
export const SEARCH_PLAN_FACTOR = 2.5;

/** Several times what a search takes even of a million rows on a busy machine. */
const PATIENCE_MS = 600;
/** For the other way. What still has no answer then costs others more than it is worth: it is refused as "not now". */
const LAST_PATIENCE_MS = 4000;
const QUERY_CANCELED = '57014';

/**
 * Ask for the newest matches. The planner thinks that common words are common everywhere; where they stand in old rows only,
 * or never together, reading by date would go through everything. Then the words' own index is the way.
 */
export async function querySearch<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: { text: string; values: unknown[] },
  patienceMs = PATIENCE_MS,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(`begin; set local statement_timeout = ${patienceMs}`);
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      await client.query(
        `rollback; begin; set local statement_timeout = ${LAST_PATIENCE_MS}; set local enable_indexscan = off; set local enable_seqscan = off`,
      );
      return (await client.query<Row>(query)).rows;
    }
  } finally {
    // A read has nothing to commit, and a connection that cannot even roll back is not for anybody else.
    await client.query('rollback').catch((error: unknown) => {
      broken = error;
    });
    client.release(broken !== undefined);
  }
}
