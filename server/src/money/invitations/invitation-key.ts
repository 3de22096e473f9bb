import type { Db } from '../../platform/database/tables.ts';

const known = new WeakMap<Db, Promise<string>>();

/** The key that signs what browsers remember and digests what is counted. It never changes. */
export async function readKey(db: Db): Promise<string> {
  const { key } = await db.selectFrom('invitation_key').select('key').executeTakeFirstOrThrow();
  return key;
}

/** The same without a query for each page. Not within a transaction: there it would wait for another connection. */
export function keptKey(db: Db): Promise<string> {
  const kept = known.get(db) ?? readKey(db);
  known.set(db, kept);
  kept.catch(() => known.delete(db));
  return kept;
}
