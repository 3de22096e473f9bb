import type { SavedItemKind } from '@app/contract/publishing/collections';
import type { ColumnType } from 'kysely';

interface CollectionsTable {
  id: ColumnType<number, never, never>;
  user_id: ColumnType<number, number, never>;
  name: string;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface CollectionItemsTable {
  user_id: number;
  /** 0: in no collection. */
  collection_id: number;
  kind: SavedItemKind;
  item_id: number;
  created_at: ColumnType<Date, Date | undefined, never>;
}

export interface CollectionsTables {
  collections: CollectionsTable;
  collection_items: CollectionItemsTable;
}
