import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';

/** 192 random bits cannot be guessed, so the hash needs no salt and no slow function. */
const KEY_BYTES = 24;
const HINT_LENGTH = 4;

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const serverOf = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/whip`;

interface StreamKeyInfo {
  has_key: 0 | 1;
  hint: string;
  created: string | null;
  server: string;
}

export async function presentStreamKey({ db, config }: Services, userId: number): Promise<StreamKeyInfo> {
  const row = await db
    .selectFrom('stream_keys')
    .select(['hint', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    has_key: row === undefined ? 0 : 1,
    hint: row?.hint ?? '',
    created: row?.created_at.toISOString() ?? null,
    server: serverOf(config),
  };
}

export async function generateStreamKey(
  { db, config, clock }: Services,
  userId: number,
): Promise<{ key: string; hint: string; created: string; server: string }> {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const row = { hash: hashOf(key), hint: key.slice(-HINT_LENGTH), created_at: clock() };
  await db
    .insertInto('stream_keys')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return { key, hint: row.hint, created: row.created_at.toISOString(), server: serverOf(config) };
}

/** Returns the key's owner if that user is active. */
export async function findKeyOwner(db: Db, key: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select u.id from stream_keys k join users u on u.id = k.user_id
    where k.hash = ${hashOf(key)} and u.status = 'active' and u.deleted_at is null`.execute(db);
  return rows[0]?.id;
}
