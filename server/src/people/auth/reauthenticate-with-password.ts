import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { findAccount } from '../users/accounts.public.ts';
import { verifyPassword } from '../users/passwords/passwords.public.ts';
import { attemptKey, clearAttempts, countAttempt } from './attempts.ts';

/** Maximum wrong passwords per name and address. */
const FAILURES_MAX = { max: 10, seconds: 15 * 60 };
/** Maximum tries per name queued on this node. */
const QUEUE_MAX = 30;

const queues = new Map<string, { waiting: number; last: Promise<unknown> }>();

/**
 * Checks a password under a limit of failures. The attempt is counted before the check and uncounted after a success,
 * so that parallel wrong tries cannot exceed the limit. Tries for one name run one by one, so that parallel correct
 * ones do not exhaust the limit.
 */
export async function tryPassword(
  { db, clock }: { db: Db; clock: Clock },
  key: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  return runInOrder(key, async () => {
    const attempt = await countAttempt(db, key, FAILURES_MAX, clock());
    if (!attempt.isAllowed) throw new Failure('too_many_attempts', { retryAfter: attempt.endsIn });
    const succeeded = await isRight();
    if (succeeded) await clearAttempts(db, key);
    return succeeded;
  });
}

async function runInOrder<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(key) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= QUEUE_MAX) throw new Failure('too_many_requests', { retryAfter: 5 });
  queues.set(key, queue);
  queue.waiting += 1;
  const own = queue.last.then(work, work);
  queue.last = own;
  try {
    return await own;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(key);
  }
}

export async function reauthenticateWithPassword(
  parts: { db: Db; clock: Clock },
  userId: number,
  sessionId: number,
  password: string,
): Promise<void> {
  const account = await findAccount(parts.db, userId);
  const key = attemptKey('prove-password', userId, sessionId);
  if (!(await tryPassword(parts, key, () => verifyPassword(password, account?.password_hash)))) {
    throw new Failure('current_password_wrong', { fields: { current_password: 'errors.current_password_wrong' } });
  }
}
