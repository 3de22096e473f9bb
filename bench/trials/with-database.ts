import pg from 'pg';

/** Connections beside those of the product, for what a trial asks and judges. */
export async function withDatabase<Result>(
  connection: pg.PoolConfig,
  work: (database: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool(connection);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
