import { createECDH } from 'node:crypto';
import { getInstallationKey } from '../../people/auth/installation-keys.public.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database/tables.ts';

/** What push services know this installation by. */
export interface VapidKeys {
  subject: string;
  publicKey: string;
  privateKey: string;
}

/** The keys of the configuration, or those made on the first start: all nodes use the same, or browsers would have to subscribe anew. */
export async function findVapidKeys({ db, config }: { db: Db; config: Config }): Promise<VapidKeys> {
  const subject = config.push.subject ?? subjectOf(config);
  if (config.push.keys !== undefined) return { subject, ...config.push.keys };
  const curve = createECDH('prime256v1');
  // Any 32 bytes but a few in 2^32 are a private key of this curve.
  curve.setPrivateKey(await getInstallationKey(db, 'vapid'));
  return {
    subject,
    publicKey: curve.getPublicKey('base64url'),
    privateKey: curve.getPrivateKey('base64url').padStart(43, 'A'),
  };
}

/** Whom a push service may write to about what comes from here. */
function subjectOf({ mailFrom, publicUrl }: Config): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? 'no-reply@localhost'}`;
}
