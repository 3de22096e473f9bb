import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { emitMeetingsChanged } from '../deal-events.public.ts';
import { cancelMeetings, type MeetingFilter } from './meetings.queries.ts';

/** Cancels coming meetings about ads that nobody is promised any more, or of two people of whom one blocked the other. */
export async function endMeetings(services: Services, tx: Tx, of: MeetingFilter): Promise<void> {
  const meetingIds = await cancelMeetings(tx, of, services.clock());
  await emitMeetingsChanged(services, tx, { meetingIds, isPinned: false });
}

/** Cancels coming meetings about ads that were archived by hand, unless the ads are sold. */
export async function endMeetingsOfArchived(services: Services, tx: Tx, adIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from ads where id = any(${adIds}::bigint[]) and deal <> 'sold'`.execute(tx);
  await endMeetings(services, tx, { adIds: rows.map(({ id }) => id) });
}

/**
 * Runs before a user is erased: where and when the user met somebody goes, and being a relative who is told. The card of
 * the other person is gone with the next load.
 */
export async function eraseMeetings(tx: Tx, userId: number): Promise<void> {
  await sql`update meeting_sides set relative_id = null where relative_id = ${userId}`.execute(tx);
  await sql`delete from meetings where seller_id = ${userId} or buyer_id = ${userId}`.execute(tx);
}
