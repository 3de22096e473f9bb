import { CODE_TTL_SECONDS } from '@app/contract/people/auth';

/** A registration not activated within this time is replaced by a new one, even if codes were requested since. */
const STALE_REGISTRATION_MS = 24 * 3600 * 1000;

export const staleBefore = (now: Date): { code: Date; anyway: Date; now: Date } => ({
  code: new Date(now.getTime() - CODE_TTL_SECONDS * 1000),
  anyway: new Date(now.getTime() - STALE_REGISTRATION_MS),
  now,
});
