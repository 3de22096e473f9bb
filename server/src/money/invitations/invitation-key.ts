import type { Db } from '../../platform/database/tables.ts';

const known = new WeakMap<Db, Promise<string>>();

/** The key that signs what browsers remember and digests what is counted. It never changes. */
export async function getInvitationKey(db: Db): Promise<string> {
  const { key } = await db.selectFrom('invitation_key').select('key').executeTakeFirstOrThrow();
  return key;
}

/** The same without a query for each page. Not within a transaction: there it would wait for another connection. */
export function getCachedInvitationKey(db: Db): Promise<string> {
  const cached = known.get(db) ?? getInvitationKey(db);
  known.set(db, cached);
  cached.catch(() => known.delete(db));
  return cached;
}
