import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import { isInAdAudience } from '../ads/audience/ad-audience.public.ts';

interface Row {
  ad_id: number;
}

export async function exportFavoritesOf(db: Db, userId: number): Promise<ExportedData> {
  const folders = await db
    .selectFrom('favorite_folders')
    .select(['name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return {
    folders,
    favorites: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select f.ad_id, coalesce(case when ${isInAdAudience(sql`f.user_id`)} then a.title end, m.title) as ad_title, f.created_at, f.removed_at, f.emailed_at as lettered_at,
          (select name from favorite_folders where id = f.folder_id) as folder
        from favorites f left join ads a on a.id = f.ad_id left join erased_favorites m on m.ad_id = f.ad_id
        where f.user_id = ${userId} and f.ad_id > ${after?.ad_id ?? 0} order by f.ad_id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
