import { SECOND_FACTOR_TRIES_MAX, SECOND_FACTOR_TTL_SECONDS } from '@app/contract/people/security';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ChallengePurpose } from '../auth.tables.ts';
import { generateToken, hashToken } from '../tokens.ts';

interface ChallengeRequest {
  purpose: ChallengePurpose;
  userId: number | null;
  seconds: number;
}

/** Creates a challenge. Only its hash is stored, so that a copy of the table is useless. */
export async function createChallenge(
  db: Db,
  { purpose, userId, seconds }: ChallengeRequest,
  now: Date,
): Promise<string> {
  const challenge = generateToken();
  await db
    .insertInto('challenges')
    .values({
      hash: hashToken(challenge),
      purpose,
      user_id: userId,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .execute();
  return challenge;
}

export const createSecondFactorChallenge = (db: Db, userId: number, now: Date): Promise<string> =>
  createChallenge(db, { purpose: 'second_step', userId, seconds: SECOND_FACTOR_TTL_SECONDS }, now);

/** Consumes a challenge once. Returns false if it is unknown, used, expired, or of another user or purpose. */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isOpenChallenge(
  db: Db,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('challenges')
    .select('user_id')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the user of a second-factor challenge after counting one more try; each try is counted before the check. */
export async function trySecondFactorChallenge(db: Db, challenge: string, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    update challenges set tries = tries + 1
    where hash = ${hashToken(challenge)} and purpose = 'second_step' and expires_at > ${now}
      and tries < ${SECOND_FACTOR_TRIES_MAX}
    returning user_id`.execute(db);
  return rows[0]?.user_id;
}

export async function findSecondFactorChallenge(db: Db, challenge: string, now: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('challenges')
    .select('user_id')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', 'second_step')
    .where('expires_at', '>', now)
    .where('tries', '<', SECOND_FACTOR_TRIES_MAX)
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}
