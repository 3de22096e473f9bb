import pg from 'pg';

/** Whether one of these jobs is running now. */
export async function isRunning(database: pg.Pool, jobs: readonly string[]): Promise<boolean> {
  const { rows } = await database.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = any($1) and j.locked_at is not null`,
    [jobs],
  );
  return rows.length > 0;
}

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
