import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import { adEmailItem } from '../../notifications/email-preferences/email-items.public.ts';
import { unsubscribeLinks } from '../../notifications/email-preferences/email-preferences.public.ts';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isMutedOrBlocked } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';

const BATCH = 500;

/** Notifies followers about a new ad: notifications at once, emails at most one a day per followed user. */
export const notifyFollowersOfAd = defineJob({
  name: 'notify-followers-of-ad',
  payload: z.object({ ad_id: z.number().int() }),
  run: async (services: Services, { ad_id }) => {
    while (await services.db.transaction().execute((tx) => notifyBatch(services, tx, ad_id)));
  },
});

const newAdKey = (adId: number): string => `new_ad:${adId}`;

interface AnnouncedAd {
  ad_id: number;
  title: string;
  price: number;
  kind: AdKind;
  price_period: PricePeriod | null;
  owner_id: number;
  name: string;
  notified_up_to_id: number;
}

interface Follower {
  id: number;
  email: string;
  lang: Lang;
  wants_email: boolean;
}

/** Processes one batch and stores the position, so that an interrupted run resumes. True while there is more to do. */
async function notifyBatch(services: Services, tx: Tx, adId: number): Promise<boolean> {
  const ad = await lockAnnouncement(tx, adId);
  if (ad === undefined) return false;
  const followers = await listFollowers(tx, ad);
  const last = followers.at(-1);
  if (last === undefined) return false;
  await notifyAll(
    tx,
    services,
    followers.map(({ id }) => ({
      userId: id,
      kind: 'new_ad',
      actorId: ad.owner_id,
      boardId: ad.ad_id,
      link: `/ad/${ad.ad_id}`,
      values: { title: ad.title },
      dedupe: newAdKey(ad.ad_id),
    })),
  );
  await queueEmails(services, tx, ad, followers);
  await tx.updateTable('ad_announcements').set({ notified_up_to_id: last.id }).where('ad_id', '=', adId).execute();
  return followers.length === BATCH;
}

/** Returns undefined when the ad is no longer public. */
async function lockAnnouncement(tx: Tx, adId: number): Promise<AnnouncedAd | undefined> {
  const { rows } = await sql<AnnouncedAd>`
    select n.ad_id, n.notified_up_to_id, a.title, a.price_roubles as price, a.kind, a.price_period, a.owner_id,
      trim(concat_ws(' ', u.firstname, u.lastname)) as name
    from ad_announcements n join ads a on a.id = n.ad_id join users u on u.id = a.owner_id
    where n.ad_id = ${adId} and (a.is_public or a.is_circle_only) and not a.is_external
    for update of n`.execute(tx);
  return rows[0];
}

/**
 * Only users who followed before the publication and are in the audience are notified, once: an ad that opens to more
 * people passes here again. Excludes users who have muted or blocked the owner.
 */
async function listFollowers(tx: Tx, { ad_id, owner_id, notified_up_to_id }: AnnouncedAd): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    select u.id, u.email, u.lang, not exists (
      select from email_unsubscribes s where s.user_id = u.id and s.kind = 'new_ad' and s.about_id = ${owner_id}) as wants_email
    from followers f join users u on u.id = f.follower_id and u.status = 'active' and u.deleted_at is null
      join ads a on a.id = ${ad_id}
    where f.person_id = ${owner_id} and f.follower_id > ${notified_up_to_id}
      and not ${isMutedOrBlocked(sql`f.follower_id`, sql`${owner_id}::bigint`)}
      and ${isInAdAudience(sql`f.follower_id`)}
      and not exists (select from notification_keys k where k.user_id = f.follower_id and k.key = ${newAdKey(ad_id)})
      and f.created_at <= (select created_at from ad_announcements where ad_id = ${ad_id})
    order by f.follower_id limit ${BATCH}`.execute(tx);
  return rows;
}

async function queueEmails(services: Services, tx: Tx, ad: AnnouncedAd, followers: readonly Follower[]): Promise<void> {
  const { mail, config } = services;
  const recipients = followers.filter(({ wants_email }) => wants_email);
  if (recipients.length === 0) return;
  const { rows } = await sql<{ follower_id: number }>`
    update followers set emailed_at = now()
    where person_id = ${ad.owner_id} and follower_id = any(${recipients.map(({ id }) => id)}::bigint[])
      and (emailed_at is null or emailed_at < now() - interval '1 day')
    returning follower_id`.execute(tx);
  const due = new Set(rows.map(({ follower_id }) => follower_id));
  const linkOf = await unsubscribeLinks(services);
  const link = `${config.publicUrl}/ad/${ad.ad_id}`;
  await mail.queueAll(
    tx,
    recipients
      .filter(({ id }) => due.has(id))
      .map(({ id, email, lang }) => ({
        to: email,
        lang,
        template: 'new_ad',
        values: { name: ad.name, link },
        items: [adEmailItem(services, lang, ad)],
        unsubscribe: linkOf({ userId: id, kind: 'new_ad', aboutId: ad.owner_id }),
        key: `new-ad-${ad.ad_id}-${id}`,
      })),
  );
}
