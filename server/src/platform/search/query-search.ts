import type pg from 'pg';

/**
 * Multiplies the LIMIT seen by the planner. Matches are read newest first and counted up to a maximum, and the planner
 * underestimates the cost of checking texts when it reads by date. With this factor it changes to the words' index
 * where both costs are really equal (measured at a million rows).
 */
export const SEARCH_PLAN_FACTOR = 2.5;

/** A total is concluded from a sample only where it stays above the limit without so many standard deviations of the sample. */
export const SAMPLE_DEVIATIONS = 2.5;

/** Statement timeout in milliseconds: several times the duration of a search in a million rows on a busy machine. */
const PATIENCE_MS = 600;
/**
 * Statement timeout in milliseconds of the second attempt, by the words' index. A search that exceeds it is rejected as
 * temporarily unavailable.
 */
const LAST_PATIENCE_MS = 4000;
const QUERY_CANCELED = '57014';

interface SearchQuery {
  /** Planned once for each connection and any values where it has a name. */
  name?: string;
  text: string;
  values: unknown[];
}

/**
 * Finds the newest matches. The planner assumes that common words occur evenly; when they occur only in old rows, or
 * never together, reading by date would scan everything. On a timeout the query is repeated through the words' index.
 */
export async function querySearch<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: SearchQuery,
  patienceMs = PATIENCE_MS,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    const plan = query.name === undefined ? '' : '; set local plan_cache_mode = force_generic_plan';
    await client.query(`begin; set local statement_timeout = ${patienceMs}${plan}`);
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      await client.query(
        `rollback; begin; set local statement_timeout = ${LAST_PATIENCE_MS}; set local enable_indexscan = off; set local enable_seqscan = off`,
      );
      return (await client.query<Row>({ text: query.text, values: query.values })).rows;
    }
  } finally {
    // A read has nothing to commit. A connection that fails to roll back is closed instead of reused.
    await client.query('rollback').catch((error: unknown) => {
      broken = error;
    });
    client.release(broken !== undefined);
  }
}
