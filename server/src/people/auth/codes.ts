import { CODE_TRIES_MAX, CODE_TTL_SECONDS, GRANT_TTL_SECONDS } from '@app/contract/people/auth';
import type { Lang } from '@app/contract/platform/languages';
import { isOneOf } from '@app/media-node/signature';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { CodePurpose } from './auth.tables.ts';
import { generateCode, generateToken, hashesOfCode, hashToken } from './tokens.ts';

interface CodeParts {
  db: Db;
  clock: Clock;
}

/** Creates a code and invalidates the previous one. Runs in the caller's transaction, which sends the code. */
export async function createCode({ db, clock }: CodeParts, tx: Db, purpose: CodePurpose, id: number): Promise<string> {
  const key = await getInstallationKey(db, 'codes');
  const code = generateCode();
  const now = clock();
  // Locks the user row, because only one code per user may be open.
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  await tx
    .updateTable('codes')
    .set({ closed_at: now })
    .where('user_id', '=', id)
    .where('purpose', '=', purpose)
    .where('closed_at', 'is', null)
    .execute();
  await tx
    .insertInto('codes')
    .values({
      user_id: id,
      purpose,
      code_hash: hashesOfCode(code, id, purpose, key)[0],
      sent_at: now,
      expires_at: new Date(now.getTime() + CODE_TTL_SECONDS * 1000),
    })
    .execute();
  return code;
}

export async function sendCode(
  parts: CodeParts & { mail: Mail },
  tx: Db,
  purpose: CodePurpose,
  { id, email, lang }: { id: number; email: string; lang: Lang },
): Promise<void> {
  const code = await createCode(parts, tx, purpose, id);
  const values = { code, minutes: CODE_TTL_SECONDS / 60 };
  await parts.mail.queue(tx, { template: purpose, to: email, lang, values, key: `${purpose}:${id}` });
}

/**
 * Compares the typed code with the open one and returns the code's id. Every try is counted before the comparison in
 * one statement, so that parallel tries get at most {@link CODE_TRIES_MAX} comparisons. Wrong, used, expired and
 * unknown codes fail alike, which does not reveal whether the user exists.
 */
export async function tryCode(
  { db, clock }: CodeParts,
  purpose: CodePurpose,
  userId: number,
  typed: string,
): Promise<number> {
  const given = hashesOfCode(typed, userId, purpose, await getInstallationKey(db, 'codes'));
  const now = clock();
  const { rows } = await sql<{ id: number; code_hash: Buffer }>`
    update codes set tries = tries + 1
    where user_id = ${userId} and purpose = ${purpose} and closed_at is null and expires_at > ${now}
      and tries < ${CODE_TRIES_MAX}
    returning id, code_hash`.execute(db);
  const [code] = rows;
  if (code === undefined || !isOneOf(code.code_hash, given)) throw wrongCode();
  return code.id;
}

export async function consumeCode(tx: Db, clock: Clock, codeId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('codes')
    .set({ closed_at: clock() })
    .where('id', '=', codeId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw wrongCode();
}

export async function exchangeCode(
  parts: CodeParts,
  purpose: CodePurpose,
  userId: number,
  typed: string,
): Promise<string> {
  const { db, clock } = parts;
  const codeId = await tryCode(parts, purpose, userId, typed);
  return db.transaction().execute(async (tx) => {
    await consumeCode(tx, clock, codeId);
    const grant = generateToken();
    await tx
      .insertInto('grants')
      .values({
        hash: hashToken(grant),
        user_id: userId,
        purpose,
        expires_at: new Date(clock().getTime() + GRANT_TTL_SECONDS * 1000),
      })
      .execute();
    return grant;
  });
}

const wrongCode = (): Failure => new Failure('code_wrong');

export async function consumeGrant(
  tx: Db,
  clock: Clock,
  purpose: CodePurpose,
  userId: number,
  grant: string | undefined,
): Promise<void> {
  const used =
    grant &&
    (await tx
      .updateTable('grants')
      .set({ used_at: clock() })
      .where('hash', '=', hashToken(grant))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst());
  if (!used || used.numUpdatedRows === 0n) throw new Failure('grant_required');
}

/** Invalidates all codes and grants that could still open this account without its password. */
export async function revokeProofs(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('grants').where('user_id', '=', userId).execute();
}
