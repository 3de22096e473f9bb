/** SQLSTATE of PostgreSQL: two that waited for each other, and two whose work fits no order. One of them is undone whole. */
const RETRYABLE_CODES = new Set(['40P01', '40001']);
const TRIES = 4;

/**
 * Run a whole transaction, and run it anew where the database undid it for the sake of another one. What `run` does outside of the
 * database must bear to be done twice.
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

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE_CODES.has(String(error.code));
