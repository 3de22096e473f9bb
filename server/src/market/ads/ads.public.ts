import type { AdAudience, AdDeal, AdKind, PricePeriod } from '@app/contract/market/ads';
import { sql } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { emitAdEvents } from './ad-events.public.ts';
import { deleteAds, listUnusedImages } from './ads.queries.ts';
import type { AdAttributes } from './ads.tables.ts';
import { discardDraft } from './drafts/ad-drafts.ts';
import { countForAd } from './lifecycle/ad-days.ts';
import { adFilterCondition } from './search/ad-filters.ts';

export interface DemoAd {
  owner_id: number;
  title: string;
  description: string;
  price_roubles: number;
  kind?: AdKind;
  price_period?: PricePeriod;
  swap_for?: string;
  return_on?: string;
  category_id: number | null;
  country_id: number | null;
  city_id: number | null;
  created_at: Date;
  image_ids: readonly number[];
  enabled?: boolean;
  deal?: AdDeal;
  audience?: AdAudience;
  circle_first?: boolean;
  opens_at?: Date;
  /** Default: 60 days from now, regardless of the creation date. */
  expires_at?: Date;
  archived_at?: Date;
  expired?: boolean;
  reminded_at?: Date;
  held_at?: Date;
  held_reason?: string;
  matched_word?: string;
  blocked_at?: Date;
  blocked_reason?: string;
  district?: string;
  attributes?: AdAttributes;
}

const BATCH = 500;
/** An importer may own more ads than one statement should delete. */
const ERASED_AT_ONCE = 1000;

export async function insertDemoAds(tx: Tx, rows: readonly DemoAd[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += BATCH) ids.push(...(await insertBatch(tx, rows.slice(at, at + BATCH))));
  await rebuildAdCounts(tx);
  return ids;
}

async function insertBatch(tx: Tx, rows: readonly DemoAd[]): Promise<number[]> {
  const ads = rows.map(({ image_ids: _, attributes, ...ad }) => ({
    ...ad,
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    ...(ad.deal === 'sold' && { sold_at: ad.created_at }),
    changed_at: ad.created_at,
    published_at: ad.held_at === undefined ? ad.created_at : null,
  }));
  const inserted = await tx.insertInto('ads').values(ads).returning('id').execute();
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  const photos = rows.flatMap(({ image_ids }, row) =>
    image_ids.map((image_id, index) => ({ ad_id: ids[row] ?? 0, image_id, position: index + 1 })),
  );
  if (photos.length > 0) await tx.insertInto('ad_photos').values(photos).execute();
  return ids;
}

export interface DemoAdDay {
  ad_id: number;
  day: string;
  views: number;
  favorites: number;
  messages: number;
  phones: number;
}

export async function insertDemoAdDays(tx: Tx, rows: readonly DemoAdDay[]): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx
      .insertInto('ad_days')
      .values(rows.slice(at, at + BATCH))
      .execute();
  }
}

export interface DemoReveal {
  ad_id: number;
  user_id: number;
  day: string;
  revealed_at: Date;
}

export async function insertDemoReveals(tx: Tx, rows: readonly DemoReveal[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('ad_phone_reveals').values(rows).execute();
}

/** Recounts all totals. Writers of ads wait meanwhile. */
export async function rebuildAdCounts(tx: Tx): Promise<void> {
  await sql`select ads_rebuild_counts()`.execute(tx);
}

interface AdIdsQuery {
  afterId: number;
  limit: number;
  upToId?: number;
  /** Width of a sitemap part in ids: part n ends with id `n * countParts`; `parts` returns the number of parts. */
  countParts?: number;
}

/** Lists public ads by id. A sitemap part is a range of ids, so that it stays stable while ads come and go. */
export async function listPublicAdIds(
  db: Db,
  { afterId, limit, upToId, countParts }: AdIdsQuery,
): Promise<{ ads: { id: number; changed_at: Date }[]; parts: number }> {
  const ads = await db
    .selectFrom('ads')
    .select(['id', 'changed_at'])
    .where('is_public', '=', true)
    .where('id', '>', afterId)
    .$if(upToId !== undefined, (query) => query.where('id', '<=', upToId ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute();
  if (countParts === undefined) return { ads, parts: 0 };
  const last = await db.selectFrom('ads').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return { ads, parts: Math.ceil((last?.id ?? 0) / countParts) };
}

/** Served by ads_owner. */
export async function countUserAds(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ads')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', userId)
    .where('is_public', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Hides the ads of a suspended or deleted user from the public lists, or shows them again: those of a user on vacation
 * stay hidden by the vacation.
 */
export async function setUserAdsHidden(services: Services, tx: Tx, userId: number, isHidden: boolean): Promise<void> {
  const before = await tx
    .selectFrom('ads')
    .select(['id', 'is_public', 'is_circle_only'])
    .where('owner_id', '=', userId)
    .where(({ or, eb }) =>
      isHidden
        ? or([eb('owner_hidden', '=', false), eb('owner_away', '=', true)])
        : eb('owner_hidden', '=', true).and('owner_away', '=', false),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const wasShown = new Set(before.filter((ad) => ad.is_public || ad.is_circle_only).map(({ id }) => id));
  // Only the locked ads are updated: ads added meanwhile would be locked out of the common order.
  const lockedIds = before.map(({ id }) => id);
  const { rows: after } = await sql<{ id: number; is_shown: boolean }>`
    update ads set owner_hidden = ${isHidden} or (away.is_on and not is_external), owner_away = away.is_on and not is_external
    from (select not ${isHidden} and exists (select from ad_vacations where user_id = ${userId}) as is_on) away
    where id = any(${lockedIds}::bigint[]) returning id, is_public or is_circle_only as is_shown`.execute(tx);
  const kind = isHidden ? 'left' : 'returned';
  const moved = after.filter((ad) => ad.is_shown !== wasShown.has(ad.id));
  await emitAdEvents(
    services,
    tx,
    moved.map(({ id }) => ({ kind, adId: id, ownerId: userId })),
  );
}

export async function eraseUserAds(services: Services, tx: Tx, userId: number): Promise<void> {
  for (let erased = ERASED_AT_ONCE; erased === ERASED_AT_ONCE; ) {
    const ads = await tx
      .selectFrom('ads')
      .select('id')
      .where('owner_id', '=', userId)
      .orderBy('id')
      .limit(ERASED_AT_ONCE)
      .forUpdate()
      .execute();
    await emitAdEvents(
      services,
      tx,
      ads.map(({ id }) => ({ kind: 'erased', adId: id, ownerId: userId, withOwner: true })),
    );
    const images = await deleteAds(
      tx,
      ads.map((ad) => ad.id),
    );
    await releaseImages(tx, await listUnusedImages(tx, images));
    erased = ads.length;
  }
}

export async function eraseAdVisits(tx: Tx, userId: number): Promise<void> {
  await discardDraft(tx, { userId });
  await tx.deleteFrom('ad_phone_reveals').where('user_id', '=', userId).execute();
  await tx.deleteFrom('seller_feeds').where('user_id', '=', userId).execute();
  await tx.deleteFrom('ad_vacations').where('user_id', '=', userId).execute();
}

export function countFavorite(tx: Db, adId: number, delta: 1 | -1, now: Date = new Date()): Promise<void> {
  return countForAd(tx, adId, 'favorites', delta, now);
}

export function countMessage(tx: Db, adId: number, now: Date = new Date()): Promise<void> {
  return countForAd(tx, adId, 'messages', 1, now);
}

/**
 * Builds a `where` condition over `ads` (or an alias) for saved filters, with its values. One statement can test many
 * ads, or many searches as branches of a `union all`.
 */
export { adFilterCondition };
