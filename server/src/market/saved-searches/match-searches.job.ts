import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isFriend } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { foldedDistrict } from '../../reference/districts.public.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';
import { describeSearches } from './describe-searches.ts';
import { matchesAttributes } from './matches-attributes.ts';
import { scheduleSearchEmails } from './search-emails.job.ts';
import { savedSearchHref } from './search-href.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

const BATCH = 500;

export const matchSearches = defineJob({
  name: 'match-searches',
  payload: z.object({ ad_id: z.number().int() }),
  run: async (services: Services, { ad_id }) => {
    const ids = await findMatches(services.db, ad_id);
    for (let at = 0; at < ids.length; at += BATCH) {
      await services.db.transaction().execute((tx) => notifyBatch(services, tx, ad_id, ids.slice(at, at + BATCH)));
    }
  },
});

/** One pass over the searches of the ad's category and those without a category; search words are stored parsed. */
async function findMatches(db: Db, adId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; wanted: string; said: Record<string, number | string> }>`
    select s.id, s.attributes as wanted, a.attributes as said
    from ads a join saved_searches s on
      (s.category_id = a.category_id or s.category_id is null)
      and (s.country_id = a.country_id or s.country_id is null)
      and (s.city_ids is null or a.city_id = any(s.city_ids))
      and (s.filters->>'district' is null
        or ${sql.raw(foldedDistrict('a.district'))} = ${sql.raw(foldedDistrict("s.filters->>'district'"))})
      and (s.price_from is null or a.price_roubles >= s.price_from)
      and (s.price_to is null or a.price_roubles between 1 and s.price_to)
      and (s.kind is null or a.kind = s.kind)
      and (a.has_photo or not s.with_photo)
      and (s.days is null or a.created_at > now() - make_interval(days => s.days))
      and s.user_id <> a.owner_id
      and (s.words is null or a.search @@ s.words)
    where a.id = ${adId} and (s.wanted_ad_id is null or exists (
        select from ads wanted where wanted.id = s.wanted_ad_id and (wanted.is_public or wanted.is_circle_only)))
      and (a.is_public or a.is_circle_only) and ${isInAdAudience(sql`s.user_id`)}
      and (not s.is_of_circle or ${isFriend(sql`a.owner_id`, sql`s.user_id`)})
      and not exists (select from saved_search_matches m where m.search_id = s.id and m.ad_id = a.id)
    order by s.id`.execute(db);
  return rows.filter(({ wanted, said }) => matchesAttributes(wanted, said)).map(({ id }) => id);
}

interface Match {
  search_id: number;
  user_id: number;
  lang: Lang;
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
  wants_email: boolean;
  title: string;
}

async function notifyBatch(services: Services, tx: Tx, adId: number, searchIds: readonly number[]): Promise<void> {
  const matches = await insertMatches(tx, adId, searchIds);
  const names = await describeSearches(services, matches);
  await notifyAll(
    tx,
    services,
    matches.map(({ search_id, user_id, filters, title }, index) => ({
      userId: user_id,
      kind: 'saved_search',
      boardId: adId,
      // Unread matches of one search form one notification that links to its list.
      link: savedSearchHref(search_id, filters),
      values: { name: names[index] ?? '', title, count: 1 },
      // An ad that matches several searches of one user causes one notification.
      dedupe: `saved_search:${adId}`,
    })),
  );
  await scheduleSearchEmails(
    services,
    tx,
    matches.filter((match) => match.wants_email).map((match) => match.user_id),
  );
}

/** Returns only the new matches, so that parallel runs for one ad notify once. */
async function insertMatches(tx: Tx, adId: number, searchIds: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with matching as (
      select s.id as search_id, s.user_id, s.filters, s.wanted_ad_id, u.lang, a.title,
        not exists (select from email_unsubscribes t
          where t.user_id = s.user_id and t.kind = 'saved_search' and t.about_id = s.id) as wants_email
      from saved_searches s
      join users u on u.id = s.user_id and u.status = 'active' and u.deleted_at is null
      join ads a on a.id = ${adId}
      where s.id = any(${searchIds}::bigint[])
    ), added as (
      insert into saved_search_matches (search_id, ad_id, in_email)
      select search_id, ${adId}, wants_email from matching order by search_id
      on conflict do nothing returning search_id
    )
    select matching.* from added join matching using (search_id) order by search_id`.execute(tx);
  return rows;
}
