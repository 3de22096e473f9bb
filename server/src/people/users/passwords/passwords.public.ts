import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../../platform/failure.ts';

/** Argon2id parameters recommended by OWASP for interactive sign-in. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each hash takes a core; more in parallel would starve everything else. */
const RUNNING_MAX = 2;
/** At about twenty hashes a second, a longer queue would exceed the time that users wait. */
const WAITING_MAX = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function limitConcurrency<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new Failure('too_many_requests', { retryAfter: 5 });
    // A finished hash passes its slot on, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

export const hashPassword = (password: string): Promise<string> => limitConcurrency(() => hash(password, COST));

let dummyHash: Promise<string> | undefined;

/** Verifies a password. Without a hash it takes the same time and returns false. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const known = passwordHash ?? (await dummyHash);
  const isRight = await limitConcurrency(() => verify(known, password));
  return isRight && passwordHash !== undefined;
}
