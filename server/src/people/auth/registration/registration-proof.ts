import { REGISTRATION_TTL_SECONDS } from '@app/contract/people/auth';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { createChallenge, isOpenChallenge } from '../second-factor/challenges.ts';

/**
 * Proof, kept in a cookie, that a browser sent the registration or knows its password. Only there the code of the email
 * also signs in, and only there the address is shown and may be corrected.
 */
export function createRegistrationProof(db: Db, clock: Clock, userId: number): Promise<string> {
  return createChallenge(db, { purpose: 'registration', userId, seconds: REGISTRATION_TTL_SECONDS }, clock());
}

export async function hasRegistrationProof(
  db: Db,
  clock: Clock,
  userId: number,
  proof: string | undefined,
): Promise<boolean> {
  return proof !== undefined && isOpenChallenge(db, proof, 'registration', userId, clock());
}
