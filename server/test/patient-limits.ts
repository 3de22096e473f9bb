import type { Share } from '../src/platform/database/shares.ts';
import { WAIT_LIMITS, type WaitLimits } from '../src/platform/database/wait-limits.ts';

const PATIENT = { statementMs: 120_000, lockMs: 60_000, connectionMs: 60_000 };

/** The machine of the tests is busy, and what they prepare is large: only tests of the limits themselves have real ones. */
export const PATIENT_LIMITS = Object.fromEntries(
  // A standby is not waited for: the primary answers instead.
  Object.entries(WAIT_LIMITS).map(([share, limits]) => [
    share,
    share === 'standby' ? limits : { ...limits, ...PATIENT },
  ]),
) as Record<Share, WaitLimits>;
