import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

export async function eraseFavorites(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('favorites').where('user_id', '=', userId).execute();
  await tx.deleteFrom('favorite_folders').where('user_id', '=', userId).execute();
  await sql`
    delete from favorites f using erased_favorites m where m.owner_id = ${userId} and f.ad_id = m.ad_id`.execute(tx);
  await tx.deleteFrom('erased_favorites').where('owner_id', '=', userId).execute();
}
