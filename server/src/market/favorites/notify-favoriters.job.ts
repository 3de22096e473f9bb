import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import { unsubscribeLinks } from '../../notifications/email-preferences/email-preferences.public.ts';
import { type Notice, notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isMutedOrBlocked } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';
import type { FavoriteEventKind } from './favorites.tables.ts';

const BATCH = 500;

/** Notifies favoriters about a change of an ad: notifications at once, emails at most one a day per ad. */
export const notifyFavoriters = defineJob({
  name: 'notify-favoriters',
  payload: z.object({ news_id: z.number().int() }),
  run: async (services: Services, { news_id }) => {
    while (await services.db.transaction().execute((tx) => notifyBatch(services, tx, news_id)));
  },
});

interface FavoriteEventRow {
  id: number;
  kind: FavoriteEventKind;
  ad_id: number;
  owner_id: number;
  title: string;
  price_before: number | null;
  price: number;
  notified_up_to_id: number;
}

interface Favoriter {
  id: number;
  email: string;
  lang: Lang;
  wants_email: boolean;
}

/**
 * Processes one batch and stores the position with the event, so that an interrupted run resumes. Returns true while
 * there is more to do.
 */
async function notifyBatch(services: Services, tx: Tx, eventId: number): Promise<boolean> {
  const item = await lockFavoriteEvent(tx, eventId);
  if (item === undefined) return false;
  const favoriters = await listFavoriters(tx, item);
  const last = favoriters.at(-1);
  if (last === undefined) return false;
  await notifyAll(
    tx,
    services,
    favoriters.map((favoriter) => toNotification(item, favoriter.id)),
  );
  await queueEmails(services, tx, item, favoriters);
  await tx.updateTable('favorite_events').set({ notified_up_to_id: last.id }).where('id', '=', eventId).execute();
  return favoriters.length === BATCH;
}

/** Returns undefined when the event is obsolete: the ad left again, or its price rose again. */
async function lockFavoriteEvent(tx: Tx, eventId: number): Promise<FavoriteEventRow | undefined> {
  const { rows } = await sql<FavoriteEventRow>`
    select n.id, n.kind, n.ad_id, n.price_before, n.notified_up_to_id, a.title, a.price_roubles as price, a.owner_id
    from favorite_events n join ads a on a.id = n.ad_id
    where n.id = ${eventId} and (a.is_public or a.is_circle_only)
      and (n.kind = 'back_on_sale' or (a.price_roubles > 0 and a.price_roubles < n.price_before))
    for update of n`.execute(tx);
  return rows[0];
}

/** Excludes users who have muted or blocked the seller. */
async function listFavoriters(tx: Tx, { ad_id, owner_id, notified_up_to_id }: FavoriteEventRow): Promise<Favoriter[]> {
  const { rows } = await sql<Favoriter>`
    select u.id, u.email, u.lang, not exists (
      select from email_unsubscribes s where s.user_id = u.id and s.kind = 'favorites' and s.about_id = 0) as wants_email
    from favorites f join users u on u.id = f.user_id and u.status = 'active' and u.deleted_at is null
      join ads a on a.id = f.ad_id and ${isInAdAudience(sql`f.user_id`)}
    where f.ad_id = ${ad_id} and f.removed_at is null and f.user_id > ${notified_up_to_id}
      and not ${isMutedOrBlocked(sql`f.user_id`, sql`${owner_id}::bigint`)}
    order by f.user_id limit ${BATCH}`.execute(tx);
  return rows;
}

function toNotification(event: FavoriteEventRow, userId: number): Notice {
  const { id, kind, ad_id, owner_id, title, price, price_before } = event;
  const about = { userId, actorId: owner_id, boardId: ad_id, link: `/ad/${ad_id}`, dedupe: `favorite:${id}` };
  return kind === 'price_drop'
    ? { ...about, kind, values: { title, price, price_before: price_before ?? 0 } }
    : { ...about, kind, values: { title } };
}

async function queueEmails(
  services: Services,
  tx: Tx,
  item: FavoriteEventRow,
  favoriters: readonly Favoriter[],
): Promise<void> {
  const { mail, config } = services;
  const recipients = favoriters.filter(({ wants_email }) => wants_email);
  if (recipients.length === 0) return;
  const { rows } = await sql<{ user_id: number }>`
    update favorites set emailed_at = now()
    where ad_id = ${item.ad_id} and user_id = any(${recipients.map(({ id }) => id)}::bigint[])
      and (emailed_at is null or emailed_at < now() - interval '1 day')
    returning user_id`.execute(tx);
  const due = new Set(rows.map(({ user_id }) => user_id));
  const linkOf = await unsubscribeLinks(services);
  await mail.queueAll(
    tx,
    recipients
      .filter(({ id }) => due.has(id))
      .map(({ id, email, lang }) => ({
        to: email,
        lang,
        template: item.kind,
        values: {
          title: item.title,
          price: item.price,
          before: item.price_before ?? 0,
          link: `${config.publicUrl}/ad/${item.ad_id}`,
        },
        unsubscribe: linkOf({ userId: id, kind: 'favorites', aboutId: 0 }),
        key: `favorite-${item.id}-${id}`,
      })),
  );
}
