import { hkdfSync, randomBytes } from 'node:crypto';
import { runInShare } from '../database/shares.ts';
import type { Db } from '../database/tables.ts';
import { isSealed, seal, unseal } from './seal.ts';

const KEY_BYTES = 32;
const known = new WeakMap<Db, Map<string, Promise<Buffer>>>();
const operatorKeys = new WeakMap<Db, readonly Buffer[]>();

/**
 * Seals the keys in the database by a key of the operator, so that the database alone opens nothing. The first of the keys seals, the
 * others open what they sealed before.
 */
export function sealInstallationKeys(db: Db, secrets: readonly string[]): void {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'installation keys', KEY_BYTES)));
  operatorKeys.set(db, keys);
}

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
  const keys = operatorKeys.get(db) ?? [];
  const stored = db.selectFrom('secrets').select('value').where('name', '=', name);
  const existing = await stored.executeTakeFirst();
  if (existing === undefined) {
    await db
      .insertInto('secrets')
      .values({ name, value: sealForStore(randomBytes(KEY_BYTES), keys, name) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const { value } = existing ?? (await stored.executeTakeFirstOrThrow());
  const { plain, by } = openFromStore(value, keys, name);
  if (keys[0] !== undefined && by !== keys[0])
    await db
      .updateTable('secrets')
      .set({ value: sealForStore(plain, keys, name) })
      .where('name', '=', name)
      .where('value', '=', value)
      .execute();
  return plain;
}

const contextOf = (name: string): string => `installation key ${name}`;

const sealForStore = (plain: Buffer, [key]: readonly Buffer[], name: string): Buffer =>
  key === undefined ? plain : seal(plain, key, contextOf(name));

function openFromStore(value: Buffer, keys: readonly Buffer[], name: string): { plain: Buffer; by?: Buffer } {
  if (value.length === KEY_BYTES || !isSealed(value)) return { plain: value };
  for (const by of keys) {
    try {
      return { plain: unseal(value, by, contextOf(name)), by };
    } catch {
      // Sealed by another of the keys.
    }
  }
  throw new Error(`SECRETS_KEY does not open the installation key «${name}»: name the key that sealed it as well`);
}
