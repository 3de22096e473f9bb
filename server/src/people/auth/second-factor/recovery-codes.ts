import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@app/contract/people/security';
import { macsOf } from '@app/media-node/signature';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { getInstallationKey } from '../../../platform/installation-keys/installation-keys.ts';

/** Without letters and digits that look alike: 119 bits in a code, too many to be guessed from a copy of the hashes. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 6;

const generateGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
const generateRecoveryCode = (): string => Array.from({ length: GROUPS }, generateGroup).join('-');

const normalizeCode = (typed: string): string => typed.replace(/[^0-9a-z]/gi, '').toUpperCase();

/** The first one is stored, and a stored one may be any of them. */
async function hashesOfRecoveryCode(db: Db, userId: number, code: string): Promise<[Buffer, ...Buffer[]]> {
  const key = await getInstallationKey(db, 'recovery-codes');
  return macsOf(key, `${userId}:${normalizeCode(code)}`);
}

/** Replaces all recovery codes. The codes are readable only in this return value; hashes are stored. */
export async function generateRecoveryCodes(db: Db, tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode);
  const hashes = await Promise.all(codes.map(async (code) => (await hashesOfRecoveryCode(db, userId, code))[0]));
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((one) => ({ user_id: userId, hash: one })))
    .execute();
  return codes;
}

export async function useRecoveryCode(db: Db, tx: Tx, userId: number, typed: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', 'in', await hashesOfRecoveryCode(db, userId, typed))
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
