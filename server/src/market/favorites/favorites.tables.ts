import type { ColumnType, Generated } from 'kysely';

type DatabaseGenerated<T> = ColumnType<T, never, never>;

interface FavoritesTable {
  user_id: number;
  /** No foreign key: the ad may be erased. */
  ad_id: number;
  created_at: ColumnType<Date, Date | undefined, Date>;
  removed_at: Date | null | undefined;
  lettered_at: Date | null | undefined;
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
  told_up_to: Generated<number>;
}

export interface FavoritesTables {
  favorites: FavoritesTable;
  favorite_memories: ErasedFavoritesTable;
  favorite_news: FavoriteEventsTable;
}
