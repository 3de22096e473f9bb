import type { Tx } from '../../platform/database/tables.ts';
import { deleteTotp } from './second-factor/totp.ts';

/**
 * Deletes passkeys and second factors added since that time, which an intruder may have added. Older ones stay and
 * protect the account against somebody who only controls the mailbox.
 */
export async function revokeCredentialsAddedSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  await tx.deleteFrom('challenges').where('user_id', '=', userId).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
  const late = await tx
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  if (late !== undefined) await deleteTotp(tx, userId);
}
