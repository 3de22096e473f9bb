import { isDatabaseAway } from '../database/database-away.ts';
import { isRetryable } from '../database/retry-deadlocks.ts';
import { Failure } from '../failure.ts';

const RETRY_AFTER_SECONDS = 5;
/** A disk without space or quota: of the files, and of the database (SQLSTATE `disk_full`). */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** A database that is unavailable or overloaded, a deadlock and a full disk are temporary errors; anything else is a defect. */
export function toFailure(error: unknown): Failure {
  if (isDatabaseAway(error) || isRetryable(error)) return new Failure('not_ready', { retryAfter: RETRY_AFTER_SECONDS });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Failure(DISK_FULL.has(code) ? 'disk_full' : 'internal');
}
