import type { Db } from '../../platform/database/tables.ts';
import { getSecret } from './secrets.ts';

/** Returns 32 random bytes of this installation for the given name; created once and shared by all nodes. */
export function getInstallationKey(db: Db, name: string): Promise<Buffer> {
  return getSecret(db, name);
}
