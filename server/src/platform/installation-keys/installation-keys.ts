import { randomBytes } from 'node:crypto';
import { runInShare } from '../database/shares.ts';
import type { Db } from '../database/tables.ts';

const KEY_BYTES = 32;
const known = new WeakMap<Db, Map<string, Promise<Buffer>>>();

/** Returns 32 random bytes of this installation for the given name; created on first use and shared by all nodes. */
export function getInstallationKey(db: Db, name: string): Promise<Buffer> {
  const ofDatabase = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, ofDatabase);
  // In a share of its own: callers hold a connection of theirs while they wait.
  const secret = ofDatabase.get(name) ?? runInShare('access', () => loadOrCreateSecret(db, name));
  ofDatabase.set(name, secret);
  secret.catch(() => ofDatabase.delete(name));
  return secret;
}

async function loadOrCreateSecret(db: Db, name: string): Promise<Buffer> {
  const stored = db.selectFrom('secrets').select('value').where('name', '=', name);
  const existing = await stored.executeTakeFirst();
  if (existing !== undefined) return existing.value;
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(KEY_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await stored.executeTakeFirstOrThrow()).value;
}
