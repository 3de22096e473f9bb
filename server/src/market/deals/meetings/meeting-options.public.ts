import { MEETING_MINUTES } from '@app/contract/market/meetings';
import { sql } from 'kysely';
import { isBlockBetween } from '../../../people/relationships/relationships.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { mayArrange } from './meetings.queries.ts';

const MINUTE_MS = 60_000;

/** Whether a person may propose a meeting about an ad to another one now: they may arrange one, and none runs. */
export async function mayProposeMeeting(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  adId: number,
  oneId: number,
  otherId: number,
): Promise<boolean> {
  const now = clock();
  const overSince = new Date(now.getTime() - MEETING_MINUTES.over * MINUTE_MS);
  const buyer = sql`case when a.owner_id = ${oneId} then ${otherId}::bigint else ${oneId}::bigint end`;
  const { rows } = await sql<{ may: boolean }>`
    select ${mayArrange(buyer)} and not ${isBlockBetween(sql`a.owner_id`, buyer)} and not exists (
      select from meetings m where m.ad_id = a.id and m.buyer_id = ${buyer}
        and (m.state = 'proposed' and m.at > ${now} or m.state = 'agreed' and m.at > ${overSince})) as may
    from ads a where a.id = ${adId} and a.owner_id in (${oneId}, ${otherId})`.execute(db);
  return rows[0]?.may === true;
}
