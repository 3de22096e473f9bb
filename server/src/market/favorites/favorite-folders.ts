import { FAVORITE_FOLDERS_MAX, type FavoriteFolder, type favoritesApi } from '@app/contract/market/favorites';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';
import { lockFavorites } from './add-favorite.ts';

interface Counted {
  id: number;
  name: string | null;
  count: number;
}

/** Counts what the list of favorites shows; one person has at most two thousand. */
export async function listFolders(
  db: Db,
  { userId }: SignedInViewer,
): Promise<ResponseOf<typeof favoritesApi.folders>> {
  const { rows } = await sql<Counted>`
    with kept as materialized (
      select coalesce(f.folder_id, 0) as folder, count(*) as count
      from favorites f
        left join ads a on a.id = f.ad_id
        left join erased_favorites m on m.ad_id = f.ad_id and a.id is null
      where f.user_id = ${userId} and f.removed_at is null
        and (m.ad_id is not null or (a.id is not null and ${isInAdAudience(sql`f.user_id`)}))
      group by 1
    )
    select d.id, d.name, coalesce(kept.count, 0)::bigint as count
    from (select id, name from favorite_folders where user_id = ${userId} union all select 0, null) d
      left join kept on kept.folder = d.id
    order by lower(d.name), d.id`.execute(db);
  return {
    folders: rows.flatMap(({ id, name, count }) => (name === null ? [] : [{ id, name, count }])),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  };
}

export function createFolder({ db }: Services, { userId }: SignedInViewer, name: string): Promise<FavoriteFolder> {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, userId);
    await assertNameIsFree(tx, userId, name);
    const { count } = await tx
      .selectFrom('favorite_folders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= FAVORITE_FOLDERS_MAX) throw new Failure('folders_full', { values: { max: FAVORITE_FOLDERS_MAX } });
    const { id } = await tx
      .insertInto('favorite_folders')
      .values({ user_id: userId, name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name, count: 0 };
  });
}

export function renameFolder(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
  name: string,
): Promise<FavoriteFolder> {
  const { userId } = viewer;
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, userId);
    await assertOwn(tx, userId, id);
    await assertNameIsFree(tx, userId, name, id);
    await tx.updateTable('favorite_folders').set({ name }).where('id', '=', id).execute();
    return requireFound((await listFolders(tx, viewer)).folders.find((folder) => folder.id === id));
  });
}

export function removeFolder({ db }: Services, { userId }: SignedInViewer, id: number): Promise<{ success: true }> {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, userId);
    await assertOwn(tx, userId, id);
    await tx
      .updateTable('favorites')
      .set({ folder_id: null })
      .where('user_id', '=', userId)
      .where('folder_id', '=', id)
      .execute();
    await tx.deleteFrom('favorite_folders').where('id', '=', id).execute();
    return { success: true };
  });
}

/** Returns which ads are in the folder now: those that are favorites. */
export function moveFavorites(
  { db }: Services,
  { userId }: SignedInViewer,
  adIds: readonly number[],
  folder: number,
): Promise<{ board_ids: number[] }> {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, userId);
    if (folder !== 0) await assertOwn(tx, userId, folder);
    const { rows } = await sql<{ ad_id: number }>`
      update favorites set folder_id = ${folder === 0 ? null : folder}::bigint
      where user_id = ${userId} and ad_id = any(${adIds}::bigint[]) and removed_at is null
      returning ad_id`.execute(tx);
    const moved = new Set(rows.map(({ ad_id }) => ad_id));
    return { board_ids: adIds.filter((id) => moved.has(id)) };
  });
}

async function assertOwn(tx: Tx, userId: number, id: number): Promise<void> {
  requireFound(
    await tx
      .selectFrom('favorite_folders')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
}

/** Under the lock, so that the unique index never fails a statement. */
async function assertNameIsFree(tx: Tx, userId: number, name: string, exceptId = 0): Promise<void> {
  const { rows } = await sql`
    select from favorite_folders where user_id = ${userId} and lower(name) = lower(${name}) and id <> ${exceptId}`.execute(
    tx,
  );
  if (rows.length > 0) throw new Failure('already_exists');
}
