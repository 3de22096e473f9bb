import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Whoever names a key for the first time, or removes what lies there, does so one after another. */
export async function lockKey(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`music:${key}`}, 0))`.execute(db);
}
