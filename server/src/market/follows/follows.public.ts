import { AD_AUDIENCES } from '@app/contract/market/ads';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import { notifyFollowersOfAd } from './notify-followers-of-ad.job.ts';

/**
 * Queues the notification of followers, once per ad, because staff may approve the same ad repeatedly, and once more
 * when its audience grows: the job skips those who were notified before.
 */
export async function onAdEventForFollowers(services: Services, tx: Tx, events: readonly AdEvent[]): Promise<void> {
  const idsOf = (...kinds: AdEvent['kind'][]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ adId }) => adId);
  const [published, erased] = [idsOf('published'), idsOf('erased')];
  if (erased.length > 0) await tx.deleteFrom('ad_announcements').where('ad_id', 'in', erased).execute();
  await announceToMore(services, tx, idsOf('opened', 'returned'));
  if (published.length === 0) return;
  const { rows } = await sql<{ ad_id: number }>`
    insert into ad_announcements (ad_id, audience)
    select a.id, a.audience from ads a
    where a.id = any(${published}::bigint[]) and exists (select from followers f where f.person_id = a.owner_id)
    on conflict do nothing returning ad_id`.execute(tx);
  await queueAnnouncements(services, tx, rows);
}

function queueAnnouncements({ queue }: Services, tx: Tx, rows: readonly { ad_id: number }[]): Promise<void> {
  return queue.addAll(
    tx,
    notifyFollowersOfAd,
    rows.map(({ ad_id }) => ({ payload: { ad_id }, key: String(ad_id) })),
  );
}

/** Begins anew for ads whose audience is now wider than what was announced. */
async function announceToMore(services: Services, tx: Tx, adIds: readonly number[]): Promise<void> {
  if (adIds.length === 0) return;
  const { rows } = await sql<{ ad_id: number }>`
    update ad_announcements n set audience = a.audience, notified_up_to_id = 0
    from ads a
    where n.ad_id = any(${adIds}::bigint[]) and a.id = n.ad_id
      and array_position(${AD_AUDIENCES}::text[], a.audience) < array_position(${AD_AUDIENCES}::text[], n.audience)
    returning n.ad_id`.execute(tx);
  await queueAnnouncements(services, tx, rows);
}

export async function eraseFollows(tx: Tx, userId: number): Promise<void> {
  await sql`delete from followers where follower_id = ${userId} or person_id = ${userId}`.execute(tx);
  await tx.deleteFrom('large_pages').where('person_id', '=', userId).execute();
}

export async function removeFollows(tx: Tx, oneId: number, otherId: number): Promise<void> {
  await sql`
    delete from followers
    where (follower_id, person_id) in ((${oneId}, ${otherId}), (${otherId}, ${oneId}))`.execute(tx);
}
