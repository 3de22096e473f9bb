import { imageUrls } from '@app/contract/files/media';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../../platform/exported-data.ts';
import { isInAdAudience } from '../audience/ad-audience.public.ts';

export async function exportAdsOf(db: Db, userId: number): Promise<ExportedData> {
  const draft = await db
    .selectFrom('ad_drafts')
    .select(['draft', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const vacation = await db.selectFrom('ad_vacations').select('since').where('user_id', '=', userId).executeTakeFirst();
  return {
    ads: iteratePages<{ id: number }>((after, limit) => listAds(db, userId, after?.id ?? 0, limit)),
    draft: draft ?? null,
    vacation: vacation ?? null,
    feed: await listFeedRows(db, userId),
    uncovered_phones: iteratePages<RevealRow>((after, limit) => listReveals(db, userId, after, limit)),
  };
}

interface StatedAttribute {
  name: string;
  value: string | number;
  unit: string;
}

interface ExportedPhoto {
  image_id: number;
  position: number;
  base_key: string;
  widths: number[];
}

/** Served by ads_owner; one statement per page also collects the related rows. */
async function listAds(db: Db, userId: number, afterId: number, limit: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number; photos: ExportedPhoto[] | null; attributes: StatedAttribute[] | null }>`
    select a.id, a.title, a.description, a.price_roubles, a.kind, a.price_period, a.swap_for, a.return_on, category.name_native as category, country.name_native as country,
      city.name_native as city, a.district, a.enabled, a.deal, a.sold_at, a.created_at, a.changed_at, a.published_at, a.expires_at,
      a.reminded_at, a.archived_at, a.expired, a.blocked_at, a.blocked_reason, a.held_at, a.held_reason, a.comments_by,
      a.comments_count, a.revision, a.audience, a.circle_first, a.opens_at, a.is_external, a.external_name, a.external_phone, a.external_photo, a.external_source, a.external_id,
      (select json_agg(json_build_object('name', known.name, 'unit', known.unit,
          'value', coalesce(to_jsonb(choice.name), stated.value)) order by known.position)
        from jsonb_each(a.attributes) as stated (key, value)
          join category_attributes known on known.id = stated.key::bigint
          left join attribute_choices choice on known.kind = 'choice' and choice.id = (stated.value #>> '{}')::bigint) as attributes,
      (select json_agg(json_build_object('image_id', p.image_id, 'position', p.position, 'base_key', m.base_key, 'widths', m.widths)
          order by p.position)
        from ad_photos p join media_images m on m.id = p.image_id where p.ad_id = a.id) as photos,
      (select json_agg(json_build_object('day', d.day, 'views', d.views, 'favorites', d.favorites, 'messages', d.messages,
          'phones', d.phones) order by d.day)
        from ad_days d where d.ad_id = a.id) as days
    from ads a
      left join categories category on category.id = a.category_id
      left join countries country on country.id = a.country_id
      left join cities city on city.id = a.city_id
    where a.owner_id = ${userId} and a.id > ${afterId}
    order by a.id limit ${limit}`.execute(db);
  return rows.map(({ photos, attributes, ...ad }) => ({
    ...ad,
    attributes: attributes ?? [],
    photos: (photos ?? []).map(({ image_id, position, base_key, widths }) => ({
      image_id,
      position,
      src: imageUrls({ base_key, kind: 'photo', widths }).src,
    })),
  }));
}

interface RevealRow {
  ad_id: number;
  day: string;
  title: string | null;
  revealed_at: Date;
}

async function listReveals(db: Db, userId: number, after: RevealRow | undefined, limit: number): Promise<RevealRow[]> {
  const { rows } = await sql<RevealRow>`
    select r.ad_id, r.day::text as day, case when ${isInAdAudience(sql`r.user_id`)} then a.title end as title, r.revealed_at
    from ad_phone_reveals r left join ads a on a.id = r.ad_id
    where r.user_id = ${userId} and (r.ad_id, r.day) > (${after?.ad_id ?? 0}::bigint, ${after?.day ?? '0001-01-01'}::date)
    order by r.ad_id, r.day limit ${limit}`.execute(db);
  return rows;
}

/** A feed has a limited number of rows. */
async function listFeedRows(db: Db, userId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select f.state, f.created_at, r.action, r.row, r.result, r.reason
    from seller_feeds f join seller_feed_rows r on r.feed_id = f.id where f.user_id = ${userId} order by r.position`.execute(
    db,
  );
  return rows;
}
