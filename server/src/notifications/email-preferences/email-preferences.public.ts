import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { getInstallationKey } from '../../platform/installation-keys/installation-keys.ts';
import type { EmailKind } from './email-preferences.tables.ts';
import { type EmailTopic, parseTopic, signTopic } from './unsubscribe-token.ts';

export type { EmailTopic };

const getUnsubscribeKey = (db: Db): Promise<Buffer> => getInstallationKey(db, 'unsubscribe');

export async function unsubscribeLinks({ config, db }: Services): Promise<(topic: EmailTopic) => string> {
  const key = await getUnsubscribeKey(db);
  return (topic) => `${config.publicUrl}/unsubscribe?token=${signTopic(key, topic)}`;
}

export async function findTopic(db: Db, token: string): Promise<EmailTopic | undefined> {
  return parseTopic(await getUnsubscribeKey(db), token);
}

/** Opts out of emails of one kind about these objects. Idempotent. */
export async function addEmailOptOut(
  tx: Db,
  userId: number,
  kind: EmailKind,
  aboutIds: readonly number[],
): Promise<void> {
  if (aboutIds.length === 0) return;
  await tx
    .insertInto('email_unsubscribes')
    .values(aboutIds.map((about_id) => ({ user_id: userId, kind, about_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeEmailOptOut(tx: Db, userId: number, kind: EmailKind, aboutId: number): Promise<void> {
  await tx
    .deleteFrom('email_unsubscribes')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('about_id', '=', aboutId)
    .execute();
}

export async function isEmailEnabled(db: Db, userId: number, kind: EmailKind, aboutId: number): Promise<boolean> {
  const optOut = await db
    .selectFrom('email_unsubscribes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('about_id', '=', aboutId)
    .executeTakeFirst();
  return optOut === undefined;
}

export async function eraseEmailOptOuts(tx: Tx, userId: number): Promise<void> {
  await sql`delete from email_unsubscribes where user_id = ${userId} or (kind = 'new_ad' and about_id = ${userId})`.execute(
    tx,
  );
}
