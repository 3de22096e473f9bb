import { AD_PHOTOS_MAX, type AdChange, type AdDraft, type Board } from '@app/contract/market/ads';
import type { WeekHours } from '@app/contract/market/seller-hours';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { findViolatedConstraint } from '../../platform/database/violation.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { getAttributeDictionary } from '../../reference/reference.public.ts';
import { AD_CARD_COLUMNS, type CardRow, presentAd, viewerColumnsSql } from './ad-card.ts';
import type { AdsTable } from './ads.tables.ts';
import { isInAdAudienceSql } from './audience/ad-audience.public.ts';

/** A card with whether its viewer is in the audience of the ad, and with the working hours of its seller. */
export type AddressedCardRow = CardRow & {
  is_in_audience: boolean;
  seller_hours: WeekHours | null;
  seller_zone: string | null;
};

export type AdRow = Omit<Selectable<AdsTable>, 'search'>;

const AD_CARD = `
  select ${AD_CARD_COLUMNS.columns}, ${isInAdAudienceSql('$3::bigint')} as is_in_audience,
    ${viewerColumnsSql('$3::bigint')},
    exists (select from friends f where f.user_id = a.owner_id and f.friend_id = $3::bigint) as is_friend,
    exists (select from blocks b where (b.user_id, b.blocked_id) in ((a.owner_id, $3::bigint), ($3::bigint, a.owner_id))) as is_blocked,
    seller.hours as seller_hours, settings.time_zone as seller_zone
  from ads a ${AD_CARD_COLUMNS.joins}
    left join seller_settings seller on seller.user_id = a.owner_id
    left join notification_settings settings on settings.user_id = seller.user_id
  where a.id = $2::bigint`;

export async function findAdCard(
  pool: pg.Pool,
  viewer: Viewer,
  id: number,
): Promise<{ row: AddressedCardRow; board: Board } | undefined> {
  const [{ rows }, dictionary] = await Promise.all([
    pool.query<AddressedCardRow>({ name: 'ad', text: AD_CARD, values: [viewer.lang, id, viewer.userId] }),
    getAttributeDictionary(pool),
  ]);
  const [row] = rows;
  return row && { row, board: presentAd(row, viewer, dictionary) };
}

const AD_COLUMNS = [
  'id',
  'owner_id',
  'title',
  'description',
  'price_roubles',
  'kind',
  'price_period',
  'swap_for',
  'return_on',
  'category_id',
  'country_id',
  'city_id',
  'enabled',
  'archived_at',
  'blocked_at',
  'blocked_reason',
  'owner_hidden',
  'owner_away',
  'is_external',
  'external_name',
  'external_phone',
  'external_photo',
  'external_image_id',
  'comments_count',
  'deal',
  'sold_at',
  'expires_at',
  'reminded_at',
  'expired',
  'held_at',
  'held_reason',
  'matched_word',
  'accepted_words',
  'district',
  'attributes',
  'comments_by',
  'revision',
  'audience',
  'circle_first',
  'opens_at',
  'has_photo',
  'external_source',
  'external_id',
  'published_at',
  'created_at',
  'changed_at',
  'is_public',
  'is_circle_only',
] as const;

/** Locks an ad until the transaction ends, so that its photos change one after another. */
export function lockAd(tx: Tx, id: number): Promise<AdRow | undefined> {
  return tx.selectFrom('ads').select(AD_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findAd(db: Db, id: number): Promise<AdRow | undefined> {
  return db.selectFrom('ads').select(AD_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function insertAd(tx: Tx, row: Insertable<AdsTable>): Promise<number> {
  const { id } = await tx
    .insertInto('ads')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rejectRemovedReference);
  return id;
}

/** Handles a category or place that staff removed after it was validated. */
function rejectRemovedReference(error: unknown): never {
  if (findViolatedConstraint('foreignKey', error) !== undefined)
    throw new Failure('invalid_input', { fields: { category: 'errors.field.invalid' } });
  throw error;
}

export async function updateAd(tx: Tx, id: number, change: Omit<Updateable<AdsTable>, 'revision'>): Promise<void> {
  await tx
    .updateTable('ads')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute()
    .catch(rejectRemovedReference);
}

export async function categoryExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export function toColumns(fields: AdDraft | AdChange) {
  return {
    ...(fields.board_title !== undefined && { title: fields.board_title }),
    ...(fields.board_description !== undefined && { description: fields.board_description }),
    ...(fields.board_price !== undefined && { price_roubles: fields.board_price }),
    ...(fields.board_enabled !== undefined && { enabled: fields.board_enabled === 1 }),
    ...(fields.category !== undefined && { category_id: fields.category }),
    ...(fields.board_district !== undefined && { district: fields.board_district }),
    ...(fields.board_comments_by !== undefined && { comments_by: fields.board_comments_by }),
  };
}

export interface PhotoRow {
  id: number;
  ad_id: number;
  image_id: number;
  position: number;
}

export function findPhoto(db: Db, id: number): Promise<PhotoRow | undefined> {
  return db.selectFrom('ad_photos').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Appends images to the ad's photos. Returns false when there is not enough room. The ad must be locked. */
export async function appendPhotos(tx: Tx, adId: number, imageIds: readonly number[]): Promise<boolean> {
  if (imageIds.length === 0) return true;
  const { last } = await tx
    .selectFrom('ad_photos')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('ad_id', '=', adId)
    .executeTakeFirstOrThrow();
  if (last + imageIds.length > AD_PHOTOS_MAX) return false;
  const rows = imageIds.map((image_id, index) => ({ ad_id: adId, image_id, position: last + 1 + index }));
  await tx.insertInto('ad_photos').values(rows).execute();
  return true;
}

export async function countPhotos(db: Db, adId: number): Promise<number> {
  const { count } = await db
    .selectFrom('ad_photos')
    .select(sql<number>`count(*)`.as('count'))
    .where('ad_id', '=', adId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes a photo and moves later ones up, so that positions stay 1, 2, 3. The ad must be locked. */
export async function deletePhoto(tx: Tx, photo: PhotoRow): Promise<void> {
  await tx.deleteFrom('ad_photos').where('id', '=', photo.id).execute();
  await tx
    .updateTable('ad_photos')
    .set({ position: sql<number>`position - 1` })
    .where('ad_id', '=', photo.ad_id)
    .where('position', '>', photo.position)
    .execute();
}

export async function replacePhoto(tx: Tx, id: number, imageId: number): Promise<void> {
  await tx.updateTable('ad_photos').set({ image_id: imageId }).where('id', '=', id).execute();
}

/** Reorders the ad's photos. Returns false unless all of them are given exactly once. The ad must be locked. */
export async function orderPhotos(tx: Tx, adId: number, photoIds: readonly number[]): Promise<boolean> {
  const photos = await tx.selectFrom('ad_photos').select('id').where('ad_id', '=', adId).execute();
  const asked = new Set(photoIds);
  if (asked.size !== photoIds.length || photos.length !== asked.size || !photos.every(({ id }) => asked.has(id))) {
    return false;
  }
  await sql`
    update ad_photos set position = wanted.place
    from unnest(${photoIds}::bigint[]) with ordinality wanted (id, place)
    where ad_photos.id = wanted.id`.execute(tx);
  return true;
}

/** Returns the images that no ad uses any more; several ads may share an image. */
export async function listUnusedImages(tx: Tx, imageIds: readonly number[]): Promise<number[]> {
  if (imageIds.length === 0) return [];
  const used = await tx
    .selectFrom('ad_photos')
    .select('image_id')
    .where('image_id', 'in', imageIds)
    .distinct()
    .execute();
  const stillUsed = new Set(used.map((row) => row.image_id));
  return [...new Set(imageIds)].filter((id) => !stillUsed.has(id));
}

export async function deleteAds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const photos = await tx.deleteFrom('ad_photos').where('ad_id', 'in', ids).returning('image_id').execute();
  await tx.deleteFrom('ad_days').where('ad_id', 'in', ids).execute();
  await tx.deleteFrom('ad_phone_reveals').where('ad_id', 'in', ids).execute();
  const ads = await tx.deleteFrom('ads').where('id', 'in', ids).returning('external_image_id').execute();
  return [...photos.map((photo) => photo.image_id), ...ads.flatMap((ad) => ad.external_image_id ?? [])];
}

/** Locks a batch of ads archived before a moment. Served by ads_archive. */
export function lockArchivedBefore(tx: Tx, before: Date, limit: number): Promise<{ id: number; owner_id: number }[]> {
  return tx
    .selectFrom('ads')
    .select(['id', 'owner_id'])
    .where('archived_at', '<', before)
    .orderBy('archived_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function applyCountDeltas(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ads_apply_count_deltas() as count`.execute(db);
  return rows[0]?.count ?? 0;
}
