import type { Tx } from '../../platform/database/tables.ts';

export async function insertDemoFollowers(
  tx: Tx,
  rows: readonly { follower_id: number; person_id: number }[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('followers').values(rows).execute();
}
