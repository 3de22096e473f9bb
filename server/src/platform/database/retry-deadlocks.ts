/** SQLSTATE codes for a deadlock and a serialization failure; PostgreSQL rolls back one of the transactions. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
const TRIES = 4;

/**
 * Runs a whole transaction and repeats it after a deadlock or serialization failure. Side effects of `run` outside the
 * database must be idempotent.
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (tried === TRIES || !isRetryable(error)) throw error;
    }
  }
}

/** Whether the database rolled this transaction back for the sake of another: nothing was stored. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE_CODES.has(String(error.code));
