import type { BodyOf, QueryOf } from '@app/contract/platform/endpoint';
import {
  COLLECTION_ITEMS_MAX,
  COLLECTIONS_MAX,
  type Collection,
  type collectionsApi,
  type SavedItem,
} from '@app/contract/publishing/collections';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  type CollectionRow,
  type ItemRef,
  listCollectionIdsOf,
  listCollections,
  listItems,
  listLatestItems,
  lockCollections,
  requireCollection,
} from './collections.queries.ts';
import { isItemVisible, presentItems } from './present-items.ts';

const PHOTOS_MAX = 4;
/** Items read for preview images, because some of the latest have no image or are gone. */
const LATEST_PER_COLLECTION = 6;

export async function presentCollections(
  services: Services,
  viewer: SignedInViewer,
  { kind, item_id }: QueryOf<(typeof collectionsApi)['list']>,
): Promise<{ list: Collection[]; holding: number[] }> {
  const { db } = services;
  const rows = await listCollections(db, viewer.userId);
  const item = kind && item_id ? { kind, id: item_id } : undefined;
  const [list, holding] = await Promise.all([
    withPhotos(services, viewer, rows),
    item ? listCollectionIdsOf(db, viewer.userId, item) : [],
  ]);
  return { list, holding };
}

async function withPhotos(
  services: Services,
  viewer: SignedInViewer,
  rows: readonly CollectionRow[],
): Promise<Collection[]> {
  const latest = await listLatestItems(services.db, viewer.userId, LATEST_PER_COLLECTION);
  const items = await presentItems(services, viewer, latest);
  const photos = Map.groupBy(
    items.map(({ photo }, i) => ({ photo, collection: latest[i]?.collection_id })),
    ({ collection }) => collection,
  );
  return rows.map((row) => ({
    ...row,
    photos: (photos.get(row.id) ?? []).flatMap(({ photo }) => photo ?? []).slice(0, PHOTOS_MAX),
  }));
}

async function getCollection(services: Services, viewer: SignedInViewer, id: number): Promise<Collection> {
  const { list } = await presentCollections(services, viewer, {});
  return requireFound(list.find((collection) => collection.id === id));
}

export async function createCollection(
  services: Services,
  viewer: SignedInViewer,
  name: string,
  idempotency: IdempotencyKey | undefined,
): Promise<Collection> {
  const { id } = await services.db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      await lockCollections(tx, viewer.userId);
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) as count from collections where user_id = ${viewer.userId}`.execute(tx);
      if ((counted[0]?.count ?? 0) >= COLLECTIONS_MAX) throw new Failure('collections_full');
      await requireFreeName(tx, viewer.userId, name);
      const values = { user_id: viewer.userId, name };
      return (await tx.insertInto('collections').values(values).returning('id').executeTakeFirstOrThrow()).id;
    }),
  );
  return getCollection(services, viewer, id);
}

export async function renameCollection(
  services: Services,
  viewer: SignedInViewer,
  id: number,
  name: string,
): Promise<Collection> {
  await services.db.transaction().execute(async (tx) => {
    await lockCollections(tx, viewer.userId);
    await requireCollection(tx, viewer.userId, id);
    await requireFreeName(tx, viewer.userId, name, id);
    await tx.updateTable('collections').set({ name }).where('id', '=', id).execute();
  });
  return getCollection(services, viewer, id);
}

async function requireFreeName(tx: Tx, userId: number, name: string, exceptId = 0): Promise<void> {
  const { rows } = await sql`
    select from collections where user_id = ${userId} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    tx,
  );
  if (rows.length > 0) throw new Failure('already_exists');
}

export async function removeCollection(db: Db, viewer: SignedInViewer, id: number): Promise<{ success: true }> {
  await db.transaction().execute(async (tx) => {
    await lockCollections(tx, viewer.userId);
    await requireCollection(tx, viewer.userId, id);
    const ofMine = tx.deleteFrom('collection_items').where('user_id', '=', viewer.userId);
    await ofMine.where('collection_id', '=', id).execute();
    await tx.deleteFrom('collections').where('id', '=', id).execute();
  });
  return { success: true };
}

export async function listCollectionItems(
  services: Services,
  viewer: SignedInViewer,
  collectionId: number,
  query: QueryOf<(typeof collectionsApi)['items']>,
): Promise<{ list: SavedItem[]; total: number }> {
  await requireCollection(services.db, viewer.userId, collectionId);
  const { rows, total } = await listItems(services.db, viewer.userId, collectionId, query);
  return { list: await presentItems(services, viewer, rows), total };
}

/** Saves an item. Collection 0 holds items that are in no other one, so saving to another removes the item from it. */
export async function saveToCollection(
  services: Services,
  viewer: SignedInViewer,
  { kind, id, collection_id }: BodyOf<(typeof collectionsApi)['save']>,
): Promise<{ holding: number[] }> {
  const { db } = services;
  const [item, collectionId, { userId }] = [{ kind, id }, collection_id ?? 0, viewer];
  if (!(await isItemVisible(services, viewer, kind, id))) throw new Failure('not_found');
  const holding = await db.transaction().execute(async (tx) => {
    await lockCollections(tx, userId);
    await requireCollection(tx, userId, collectionId);
    const before = await listCollectionIdsOf(tx, userId, item);
    if (before.includes(collectionId) || (collectionId === 0 && before.length > 0)) return before;
    const { rows: counted } = await sql<{ count: number }>`
      select count(*) as count from collection_items
      where user_id = ${userId} and collection_id = ${collectionId}`.execute(tx);
    if ((counted[0]?.count ?? 0) >= COLLECTION_ITEMS_MAX) throw new Failure('collections_full');
    const row = { user_id: userId, collection_id: collectionId, kind, item_id: id };
    await tx.insertInto('collection_items').values(row).execute();
    if (collectionId !== 0) await deleteItem(tx, userId, item, 0);
    return listCollectionIdsOf(tx, userId, item);
  });
  return { holding };
}

/** Idempotent; also works for items that are deleted or no longer visible. */
export async function removeFromCollection(
  { db }: Services,
  { userId }: SignedInViewer,
  { kind, id, collection_id, all }: QueryOf<(typeof collectionsApi)['unsave']>,
): Promise<{ holding: number[] }> {
  const item = { kind, id };
  const holding = await db.transaction().execute(async (tx) => {
    await lockCollections(tx, userId);
    await deleteItem(tx, userId, item, all === '1' ? undefined : (collection_id ?? 0));
    return listCollectionIdsOf(tx, userId, item);
  });
  return { holding };
}

async function deleteItem(
  tx: Tx,
  userId: number,
  { kind, id }: ItemRef,
  collectionId: number | undefined,
): Promise<void> {
  const query = tx
    .deleteFrom('collection_items')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('item_id', '=', id);
  await (collectionId === undefined ? query : query.where('collection_id', '=', collectionId)).execute();
}
