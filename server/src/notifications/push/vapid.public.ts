import { createECDH } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';

export interface VapidKeys {
  subject: string;
  publicKey: string;
  privateKey: string;
}

/**
 * Returns the configured keys, or those generated on the first start. All nodes use the same keys, otherwise browsers
 * would have to subscribe again.
 */
export async function findVapidKeys({ db, config }: { db: Db; config: Config }): Promise<VapidKeys> {
  const subject = config.push.subject ?? subjectOf(config);
  if (config.push.keys !== undefined) return { subject, ...config.push.keys };
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(await getInstallationKey(db, 'vapid'));
  return {
    subject,
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey('base64url').padStart(43, 'A'),
  };
}

function subjectOf({ mailFrom, publicUrl }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'}`;
}
