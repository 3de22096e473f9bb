import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { AdEvent } from '../ads/ad-events.public.ts';
import { notifyFollowersOfAd } from './notify-followers-of-ad.job.ts';

/** Queues the notification of followers, once per ad, because staff may approve the same ad repeatedly. */
export async function onAdEventForFollowers({ queue }: Services, tx: Tx, events: readonly AdEvent[]): Promise<void> {
  const idsOf = (kind: AdEvent['kind']) => events.filter((event) => event.kind === kind).map(({ adId }) => adId);
  const [published, erased] = [idsOf('published'), idsOf('erased')];
  if (erased.length > 0) await tx.deleteFrom('ad_announcements').where('ad_id', 'in', erased).execute();
  if (published.length === 0) return;
  const { rows } = await sql<{ ad_id: number }>`
    insert into ad_announcements (ad_id)
    select a.id from ads a
    where a.id = any(${published}::bigint[]) and exists (select from followers f where f.person_id = a.owner_id)
    on conflict do nothing returning ad_id`.execute(tx);
  await queue.addAll(
    tx,
    notifyFollowersOfAd,
    rows.map(({ ad_id }) => ({ payload: { ad_id }, key: String(ad_id) })),
  );
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
