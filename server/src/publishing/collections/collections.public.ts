import type { Tx } from '../../platform/database/tables.ts';

export async function eraseCollections(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('collection_items').where('user_id', '=', userId).execute();
  await tx.deleteFrom('collections').where('user_id', '=', userId).execute();
}
