import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';

/** Counts a view by a new visitor of the day through the promoted card, for each current promotion of the ad. */
export async function countPromotedView({ clock }: Services, tx: Tx, adId: number): Promise<void> {
  const now = clock();
  await sql`
    with seen as (
      update promotions set views = views + 1
      where ad_id = ${adId} and settled_at is null and starts_at <= ${now} and ends_at > ${now} returning id
    )
    insert into promotion_days as known (promotion_id, day, views) select id, ${moscowDay(now)}::date, 1 from seen
    on conflict (promotion_id, day) do update set views = known.views + 1`.execute(tx);
}

/** Pauses the promotions of an ad that leaves the lists; its return moves their end by as much. */
export async function onAdEventForPromotions({ clock }: Services, tx: Tx, events: readonly AdEvent[]): Promise<void> {
  const now = clock();
  const idsOf = (...kinds: AdEvent['kind'][]): number[] =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ adId }) => adId);
  const [gone, back] = [idsOf('left', 'narrowed', 'erased'), idsOf('returned', 'opened')];
  if (gone.length > 0) {
    await sql`
      update promotions set paused_since = ${now}
      where ad_id = any(${gone}::bigint[]) and settled_at is null and paused_since is null`.execute(tx);
  }
  if (back.length > 0) {
    await sql`
      update promotions set paused_since = null, ends_at = ends_at + greatest(interval '0', ${now}::timestamptz - paused_since)
      where ad_id = any(${back}::bigint[]) and settled_at is null and paused_since is not null
        and exists (select from ads where ads.id = ad_id and ads.is_public)`.execute(tx);
  }
}

/** Deletes the user's promotions; the ledger retains the payments without their purpose. */
export async function erasePromotions(tx: Tx | Db, userId: number): Promise<void> {
  await tx.deleteFrom('promotions').where('user_id', '=', userId).execute();
}
