import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@app/contract/people/security';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { getSecret } from '../secrets.ts';

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const makeGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');
const makeRecoveryCode = (): string => Array.from({ length: GROUPS }, makeGroup).join('-');

const tidy = (typed: string): string => typed.replace(/[^0-9a-z]/gi, '').toUpperCase();

async function hash(db: Db, userId: number, code: string): Promise<Buffer> {
  const key = await getSecret(db, 'recovery-codes');
  return createHmac('sha256', key)
    .update(`${userId}:${tidy(code)}`)
    .digest();
}

/** Fresh codes in place of all earlier ones. They are readable here and never again. */
export async function makeRecoveryCodes(db: Db, tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  const hashes = await Promise.all(codes.map((code) => hash(db, userId, code)));
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((one) => ({ user_id: userId, hash: one })))
    .execute();
  return codes;
}

/** Use a code up, once. */
export async function useRecoveryCode(db: Db, tx: Tx, userId: number, typed: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', await hash(db, userId, typed))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
