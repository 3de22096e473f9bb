import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import { adEmailItem } from '../../notifications/email-preferences/email-items.public.ts';
import { unsubscribeLinks } from '../../notifications/email-preferences/email-preferences.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';
import { describeSearches } from './describe-searches.ts';
import { savedSearchHref } from './search-href.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

/** Matches within this time share one email; with the sending time, an email arrives within a minute of the ad. */
const GATHER_SECONDS = 30;
/** Limits the immediate emails per user and hour; further matches are sent together when the hour is over. */
const EMAILS_PER_HOUR = 6;
const ADS_IN_EMAIL_MAX = 10;

export async function scheduleSearchEmails({ queue }: Services, tx: Tx, userIds: readonly number[]) {
  if (userIds.length === 0) return;
  const { rows } = await sql<{ user_id: number; due_at: Date }>`
    insert into saved_search_emails as l (user_id, due_at)
    select distinct u.id, now() + make_interval(secs => ${GATHER_SECONDS}) from unnest(${userIds}::bigint[]) as u (id)
    order by u.id
    on conflict (user_id) do update set due_at = case
        when l.sent_in_hour >= ${EMAILS_PER_HOUR} then greatest(excluded.due_at, l.hour_began + interval '1 hour')
        else excluded.due_at end
      where l.due_at is null
    returning user_id, due_at`.execute(tx);
  await queue.addAll(
    tx,
    sendSearchEmails,
    rows.map(({ user_id, due_at }) => ({ payload: { user_id }, key: String(user_id), runAt: due_at })),
  );
}

export const sendSearchEmails = defineJob({
  name: 'send-search-emails',
  payload: z.object({ user_id: z.number().int() }),
  run: async (services: Services, { user_id }) => {
    await services.db.transaction().execute(async (tx) => {
      if (!(await claimSending(tx, user_id))) return;
      const found = await claimMatchedAds(tx, user_id);
      if (found.length > 0) await queueEmails(services, tx, user_id, found);
    });
  },
});

/** Returns false when another run has sent the email. */
async function claimSending(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    update saved_search_emails set due_at = null,
      sent_in_hour = case when hour_began > now() - interval '1 hour' then sent_in_hour + 1 else 1 end,
      hour_began = case when hour_began > now() - interval '1 hour' then hour_began else now() end
    where user_id = ${userId} and due_at is not null returning 1`.execute(tx);
  return rows.length > 0;
}

interface MatchedAd {
  search_id: number;
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
  email: string;
  lang: Lang;
  ad_id: number;
  title: string;
  price: number;
  kind: AdKind;
  price_period: PricePeriod | null;
}

/** Claims unsent matches whose ads are still public, each ad under the first search that it matched. */
async function claimMatchedAds(tx: Tx, userId: number): Promise<MatchedAd[]> {
  const { rows } = await sql<MatchedAd>`
    with waiting as (
      update saved_search_matches m set in_email = false from saved_searches s
      where m.in_email and s.id = m.search_id and s.user_id = ${userId}
      returning m.search_id, m.ad_id, s.filters, s.wanted_ad_id
    )
    select * from (
      select distinct on (w.ad_id) w.search_id, w.filters, w.wanted_ad_id, u.email, u.lang, a.id as ad_id, a.title, a.price_roubles as price, a.kind,
        a.price_period
      from waiting w join ads a on a.id = w.ad_id and (a.is_public or a.is_circle_only) and ${isInAdAudience(sql`${userId}::bigint`)}
      join users u on u.id = ${userId} and u.status = 'active' and u.deleted_at is null
      where not exists (select from email_unsubscribes t
        where t.user_id = u.id and t.kind = 'saved_search' and t.about_id = w.search_id)
      order by w.ad_id, w.search_id
    ) found order by search_id, ad_id desc`.execute(tx);
  return rows;
}

async function queueEmails(services: Services, tx: Tx, userId: number, found: readonly MatchedAd[]): Promise<void> {
  const { mail, config } = services;
  const linkOf = await unsubscribeLinks(services);
  const searches = [...Map.groupBy(found, ({ search_id }) => search_id).values()].flatMap((ads) =>
    ads[0] ? [{ ...ads[0], ads }] : [],
  );
  const names = await describeSearches(services, searches);
  await mail.queueAll(
    tx,
    searches.map(({ search_id, filters, email, lang, title, ads }, index) => ({
      to: email,
      lang,
      template: 'saved_search',
      values: {
        name: names[index] ?? '',
        title,
        count: ads.length,
        link: `${config.publicUrl}${savedSearchHref(search_id, filters)}`,
      },
      items: ads.slice(0, ADS_IN_EMAIL_MAX).map((ad) => adEmailItem(services, lang, ad)),
      unsubscribe: linkOf({ userId, kind: 'saved_search', aboutId: search_id }),
    })),
  );
}
