import { sql } from 'kysely';
import type { Suspension } from '../../people/people-events.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { revokeSanction } from './revoke-sanction.ts';
import { signSanctionToken } from './sanction-token.ts';

/** Reason, end and appeal link of a suspension; undefined without a sanction. */
export async function findSuspension(db: Db, userId: number): Promise<Suspension | undefined> {
  const row = await db
    .selectFrom('sanctions')
    .select(['id', 'reason', 'until_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { reason: row.reason, until: row.until_at?.toISOString() ?? null, token: await signSanctionToken(db, row.id) };
}

/** Ends the sanctions of a user whom staff reinstate outside the queue. The caller has locked the account. */
export async function endSuspensions(services: Services, tx: Tx, userId: number, by: number | null): Promise<void> {
  const rows = await tx
    .selectFrom('sanctions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'suspend')
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .execute();
  for (const sanction of rows) await revokeSanction(services, tx, sanction, { answer: '', by });
}

/** Deletes a user's sanctions, and the evidence of cases about the user. */
export async function eraseModerationData(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sanctions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('sanction_days').where('user_id', '=', userId).execute();
  await sql`update moderation_cases set evidence = '{}', resolution = '' where about_user_id = ${userId}`.execute(tx);
}
