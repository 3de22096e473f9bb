import type { Collection, SavedItemKind } from '@app/contract/publishing/collections';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

export interface ItemRef {
  kind: SavedItemKind;
  id: number;
}

export interface ItemRow extends ItemRef {
  created_at: Date;
}

export type CollectionRow = Pick<Collection, 'id' | 'name' | 'count'>;

/** Serializes one user's changes, so that the limits hold. */
export async function lockCollections(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('collections', ${userId}))`.execute(tx);
}

export async function listCollections(db: Db, userId: number): Promise<CollectionRow[]> {
  const { rows } = await sql<CollectionRow>`
    with counted as (
      select collection_id, count(*) as count from collection_items where user_id = ${userId} group by collection_id
    )
    select c.id, c.name, coalesce(n.count, 0) as count
    from (select 0::bigint as id, '' as name union all select id, name from collections where user_id = ${userId}) c
    left join counted n on n.collection_id = c.id order by c.id`.execute(db);
  return rows;
}

export async function listLatestItems(
  db: Db,
  userId: number,
  each: number,
): Promise<(ItemRow & { collection_id: number })[]> {
  const { rows } = await sql<ItemRow & { collection_id: number }>`
    select c.id as collection_id, latest.*
    from (select 0::bigint as id union all select id from collections where user_id = ${userId}) c
    cross join lateral (
      select kind, item_id as id, created_at from collection_items
      where user_id = ${userId} and collection_id = c.id order by created_at desc, kind, item_id limit ${each}
    ) latest`.execute(db);
  return rows;
}

export async function listCollectionIdsOf(db: Db, userId: number, { kind, id }: ItemRef): Promise<number[]> {
  const rows = await db
    .selectFrom('collection_items')
    .select('collection_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .orderBy('collection_id')
    .execute();
  return rows.map(({ collection_id }) => collection_id);
}

/** Collection 0 exists for every user. */
export async function requireCollection(db: Db, userId: number, id: number): Promise<void> {
  if (id === 0) return;
  const row = await db
    .selectFrom('collections')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('not_found');
}

/** Last saved first. Served by collection_items_latest. */
export async function listItems(
  db: Db,
  userId: number,
  collectionId: number,
  { kind, size, page }: { kind?: SavedItemKind | undefined; size: number; page: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const where = sql`user_id = ${userId} and collection_id = ${collectionId}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`;
  const [listed, counted] = await Promise.all([
    sql<ItemRow>`
      select kind, item_id as id, created_at from collection_items where ${where}
      order by created_at desc, kind, item_id limit ${size} offset ${(page - 1) * size}`.execute(db),
    sql<{ total: number }>`select count(*) as total from collection_items where ${where}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}
