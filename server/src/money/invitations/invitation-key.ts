import type { Db } from '../../platform/database/tables.ts';

const known = new WeakMap<Db, Promise<string>>();

/** Returns the key that signs the browser cookies and hashes the compared addresses. The key never changes. */
export async function getInvitationKey(db: Db): Promise<string> {
  const { key } = await db.selectFrom('invitation_key').select('key').executeTakeFirstOrThrow();
  return key;
}

/**
 * Returns the key without a query per page. Must not be called within a transaction, because it would wait for a second
 * connection.
 */
export function getCachedInvitationKey(db: Db): Promise<string> {
  const cached = known.get(db) ?? getInvitationKey(db);
  known.set(db, cached);
  cached.catch(() => known.delete(db));
  return cached;
}
