import type { ColumnType, Generated } from 'kysely';

type DatabaseGenerated<T> = ColumnType<T, never, never>;

interface FavoritesTable {
  user_id: number;
  /** No foreign key: the ad may be erased. */
  ad_id: number;
  created_at: ColumnType<Date, Date | undefined, Date>;
  removed_at: Date | null | undefined;
  emailed_at: Date | null | undefined;
  /** No foreign key: see 0107. */
  folder_id: number | null | undefined;
}

interface FavoriteFoldersTable {
  id: DatabaseGenerated<number>;
  user_id: number;
  name: string;
  created_at: DatabaseGenerated<Date>;
}

interface ErasedFavoritesTable {
  ad_id: number;
  owner_id: number;
  title: string;
  price_roubles: number;
  erased_at: DatabaseGenerated<Date>;
}

export type FavoriteEventKind = 'price_drop' | 'back_on_sale';

interface FavoriteEventsTable {
  id: DatabaseGenerated<number>;
  ad_id: number;
  kind: FavoriteEventKind;
  price_before: number | null;
  price: number;
  created_at: DatabaseGenerated<Date>;
  /** Favoriters up to this id are notified. */
  notified_up_to_id: Generated<number>;
}

export interface FavoritesTables {
  favorites: FavoritesTable;
  favorite_folders: FavoriteFoldersTable;
  erased_favorites: ErasedFavoritesTable;
  favorite_events: FavoriteEventsTable;
}
