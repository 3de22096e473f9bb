import type { SavedItemKind } from '@app/contract/publishing/collections';
import type { Tx } from '../../platform/database/tables.ts';

export interface DemoCollection {
  userId: number;
  /** '': collection 0. */
  name: string;
  items: readonly { kind: SavedItemKind; id: number; created_at: Date }[];
}

export async function insertDemoCollections(tx: Tx, rows: readonly DemoCollection[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { userId, name, items } of rows) {
    const values = { user_id: userId, name };
    const created =
      name === '' ? undefined : await tx.insertInto('collections').values(values).returning('id').executeTakeFirst();
    const collectionId = created?.id ?? 0;
    ids.push(collectionId);
    if (items.length === 0) continue;
    const itemRows = items.map(({ kind, id, created_at }) => ({
      user_id: userId,
      collection_id: collectionId,
      kind,
      item_id: id,
      created_at,
    }));
    await tx.insertInto('collection_items').values(itemRows).execute();
  }
  return ids;
}
