import type { Db } from '../../platform/database/tables.ts';
import { getSecret } from './secrets.ts';

/** Thirty-two bytes that only this installation knows, under a name of the asking domain's own: made once, then the same for every node. */
export function getInstallationKey(db: Db, name: string): Promise<Buffer> {
  return getSecret(db, name);
}
