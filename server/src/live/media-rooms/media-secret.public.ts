import { getInstallationKey } from '../../people/auth/installation-keys.public.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';

/** What app nodes and media nodes know each other by: that of the configuration, or one made on the first start. */
export async function findMediaSecret({ db, config }: { db: Db; config: Config }): Promise<string> {
  return config.media.secret ?? (await getInstallationKey(db, 'media')).toString('base64url');
}
