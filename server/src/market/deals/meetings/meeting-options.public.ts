import { MEETING_MINUTES } from '@app/contract/market/meetings';
import { sql } from 'kysely';
import { isBlockedBetween } from '../../../people/relationships/relationships.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { mayArrangeMeeting } from './meetings.queries.ts';

const MINUTE_MS = 60_000;

/** Whether a person may propose a meeting about an ad to another one now: they may arrange one, and none runs. */
export async function mayProposeMeeting(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  adId: number,
  oneId: number,
  otherId: number,
): Promise<boolean> {
  const now = clock();
  const { rows } = await sql<{ owner_id: number; has_running: boolean }>`
    select a.owner_id, exists (
      select from meetings m where m.ad_id = a.id and m.buyer_id in (${oneId}, ${otherId})
        and (m.state = 'proposed' and m.at > ${now} or m.state = 'agreed' and m.at > ${new Date(now.getTime() - MEETING_MINUTES.over * MINUTE_MS)})) as has_running
    from ads a where a.id = ${adId} and a.owner_id in (${oneId}, ${otherId})`.execute(db);
  const [ad] = rows;
  if (ad === undefined || ad.has_running || (await isBlockedBetween(db, oneId, otherId))) return false;
  return mayArrangeMeeting(db, adId, ad.owner_id === oneId ? otherId : oneId);
}
