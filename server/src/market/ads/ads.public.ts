import type { AdDeal } from '@app/contract/market/ads';
import { sql } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/services.ts';
import { discardDraft } from './ad-drafts.ts';
import { deleteAds, listUnusedImages } from './ads.queries.ts';
import type { AdAttributes } from './ads.tables.ts';
import { countForAd } from './lifecycle/ad-days.ts';
import { adFilterCondition } from './search/ad-filters.ts';

export interface DemoAd {
  owner_id: number;
  title: string;
  description: string;
  price_roubles: number;
  category_id: number | null;
  country_id: number | null;
  city_id: number | null;
  created_at: Date;
  /** Claimed pictures, at most three; many ads may share one. */
  image_ids: readonly number[];
  enabled?: boolean;
  deal?: AdDeal;
  /** Default: 60 days from now, whenever it was created. */
  expires_at?: Date;
  /** In the archive since. */
  archived_at?: Date;
  /** In the archive because its time was over. */
  expired?: boolean;
  /** When its owner was told that it ends soon. */
  reminded_at?: Date;
  /** Waits for staff since, with the stop word that was found. */
  held_at?: Date;
  held_reason?: string;
  held_word?: string;
  /** Taken down by staff. */
  blocked_at?: Date;
  blocked_reason?: string;
  district?: string;
  attributes?: AdAttributes;
}

const BATCH = 500;
/** Whoever brought ads from elsewhere has more of them than one statement takes. */
const ERASED_AT_ONCE = 1000;

/** Insert many ads with their photos. The answer is their ids, in the order of the rows. */
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
  // Rows of one VALUES list get their ids in its order.
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
  /** Moscow day, `yyyy-mm-dd`. */
  day: string;
  views: number;
  favorites: number;
  messages: number;
  phones: number;
}

/** What has happened to ads on days gone by. */
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

/** Who uncovered the phones of ads; the days of the ads count them already. */
export async function insertDemoReveals(tx: Tx, rows: readonly DemoReveal[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('ad_phone_reveals').values(rows).execute();
}

/** Count every total anew. Writers of ads wait meanwhile. */
export async function rebuildAdCounts(tx: Tx): Promise<void> {
  await sql`select ads_rebuild_counts()`.execute(tx);
}

interface AdIdsQuery {
  /** Ads with greater ids only. */
  afterId: number;
  limit: number;
  /** And not greater than this. */
  upToId?: number;
  /** How wide a part of a sitemap is, in ids: `parts` says how many there are. Part n ends with id `n * countParts`. */
  countParts?: number;
}

/** Public ads by id: a part of the sitemap is a range of ids, so that it stays what it is while others come and go. */
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

/** How many public ads a person has. Served by ads_owner. */
export async function countUserAds(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ads')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', userId)
    .where('is_public', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Take a suspended or departed person's ads off the public lists, or put them back as they were. */
export async function setUserAdsHidden(
  { emitAdEvents: adEvents }: Pick<Services, 'emitAdEvents'>,
  tx: Tx,
  userId: number,
  isHidden: boolean,
): Promise<void> {
  const before = await tx
    .selectFrom('ads')
    .select(['id', 'is_public'])
    .where('owner_id', '=', userId)
    .where('owner_hidden', '<>', isHidden)
    .orderBy('id')
    .forUpdate()
    .execute();
  const wasPublic = new Set(before.filter((ad) => ad.is_public).map(({ id }) => id));
  // Only those that are held: whatever joins them meanwhile would be taken in another order than everybody else takes ads.
  const lockedIds = before.map(({ id }) => id);
  const { rows: after } = await sql<{ id: number; is_public: boolean }>`
    update ads set owner_hidden = ${isHidden} where id = any(${lockedIds}::bigint[]) returning id, is_public`.execute(
    tx,
  );
  const kind = isHidden ? 'left' : 'returned';
  const moved = after.filter((ad) => ad.is_public !== wasPublic.has(ad.id));
  await adEvents(tx, ...moved.map(({ id }) => ({ kind, adId: id, ownerId: userId }) as const));
}

/** Erase a person's ads, photos included, before the person is erased. */
export async function eraseUserAds(
  { emitAdEvents: adEvents }: Pick<Services, 'emitAdEvents'>,
  tx: Tx,
  userId: number,
): Promise<void> {
  for (let erased = ERASED_AT_ONCE; erased === ERASED_AT_ONCE; ) {
    const ads = await tx
      .selectFrom('ads')
      .select('id')
      .where('owner_id', '=', userId)
      .orderBy('id')
      .limit(ERASED_AT_ONCE)
      .forUpdate()
      .execute();
    await adEvents(tx, ...ads.map(({ id }) => ({ kind: 'erased', adId: id, ownerId: userId }) as const));
    const images = await deleteAds(
      tx,
      ads.map((ad) => ad.id),
    );
    await releaseImages(tx, await listUnusedImages(tx, images));
    erased = ads.length;
  }
}

/** Erase what a person was writing and whose phones they uncovered; the owners' counts stay. */
export async function eraseAdVisits(tx: Tx, userId: number): Promise<void> {
  await discardDraft(tx, { userId });
  await tx.deleteFrom('ad_phone_reveals').where('user_id', '=', userId).execute();
}

/** Somebody other than the owner keeps an ad as a favourite (1), or keeps it no longer (-1): for its owner's graph. */
export function countFavorite(tx: Db, adId: number, delta: 1 | -1, now: Date = new Date()): Promise<void> {
  return countForAd(tx, adId, 'favorites', delta, now);
}

/** Somebody other than the owner wrote to the owner about an ad. */
export function countMessage(tx: Db, adId: number, now: Date = new Date()): Promise<void> {
  return countForAd(tx, adId, 'messages', 1, now);
}

/**
 * Whether ads match saved filters: a condition to put behind `where` over `ads` (or another name for it), with its values.
 * One statement tests many ads, or many searches as the branches of a `union all`.
 */
export { adFilterCondition };
