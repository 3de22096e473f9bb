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
  return { subject, ...deriveVapidKeys(await getInstallationKey(db, 'vapid')) };
}

const PRIVATE_KEY_BYTES = 32;

export function deriveVapidKeys(secret: Buffer): Omit<VapidKeys, 'subject'> {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secret);
  // Without its leading zeros, which the signature needs.
  const short = curve.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - short.length), short]);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

function subjectOf({ mailFrom, publicUrl }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'}`;
}
