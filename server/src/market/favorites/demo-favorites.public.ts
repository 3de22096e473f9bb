import type { Tx } from '../../platform/database/tables.ts';

export interface DemoFavorite {
  user_id: number;
  ad_id: number;
  created_at: Date;
}

export async function insertDemoFavorites(tx: Tx, rows: readonly DemoFavorite[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('favorites').values(rows).execute();
}
