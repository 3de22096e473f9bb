import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Serializes creating a row for a key and deleting the object under the key. */
export async function lockKey(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`music:${key}`}, 0))`.execute(db);
}
