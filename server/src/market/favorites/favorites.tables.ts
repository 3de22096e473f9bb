import type { ColumnType, Generated } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;

interface FavoritesTable {
  user_id: number;
  /** The ad may be erased meanwhile. */
  ad_id: number;
  created_at: ColumnType<Date, Date | undefined, Date>;
  removed_at: Date | null | undefined;
  /** The last letter about this ad to this person. */
  lettered_at: Date | null | undefined;
}

interface FavoriteMemoriesTable {
  ad_id: number;
  owner_id: number;
  title: string;
  price_roubles: number;
  erased_at: MadeByDatabase<Date>;
}

export type NewsKind = 'price_drop' | 'back_on_sale';

interface FavoriteNewsTable {
  id: MadeByDatabase<number>;
  ad_id: number;
  kind: NewsKind;
  price_before: number | null;
  price: number;
  created_at: MadeByDatabase<Date>;
  /** Keepers up to this id have been told. */
  told_up_to: Generated<number>;
}

export interface FavoritesTables {
  favorites: FavoritesTable;
  favorite_memories: FavoriteMemoriesTable;
  favorite_news: FavoriteNewsTable;
}
