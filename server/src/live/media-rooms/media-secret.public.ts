import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';

/** Returns the secret shared by app nodes and media nodes: from the configuration, or generated on first start. */
export async function findMediaSecret({ db, config }: { db: Db; config: Config }): Promise<string> {
  return config.media.secret ?? (await getInstallationKey(db, 'media')).toString('base64url');
}
