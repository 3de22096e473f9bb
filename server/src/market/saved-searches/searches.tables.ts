import type { AdKind } from '@app/contract/market/ads';
import type { SearchFilters } from '@app/contract/market/searches';
import type { ColumnType, Generated } from 'kysely';

type DatabaseGenerated<T> = ColumnType<T, never, never>;

/** Filters without empty values, so that equal searches have equal JSON. */
export type SavedSearchFilters = { [Name in keyof SearchFilters]?: NonNullable<SearchFilters[Name]> };

interface SavedSearchesTable {
  id: DatabaseGenerated<number>;
  user_id: number;
  filters: ColumnType<SavedSearchFilters, string, never>;
  fingerprint: string;
  category_id: number | null;
  country_id: number | null;
  city_ids: number[] | null;
  price_from: number | null;
  price_to: number | null;
  with_photo: boolean;
  is_of_circle: Generated<boolean>;
  kind: AdKind | null;
  days: number | null;
  attributes: string;
  words: string | null;
  /** The search stands for this wanted ad of the user. */
  wanted_ad_id: number | null;
  /** See `search-feed.ts`. Null: the search has no feed. */
  feed_seed: ColumnType<string | null, never, string | null>;
  seen_at: ColumnType<Date, never, Date>;
  created_at: DatabaseGenerated<Date>;
}

export interface SearchesTables {
  saved_searches: SavedSearchesTable;
  saved_search_matches: {
    search_id: number;
    ad_id: number;
    matched_at: DatabaseGenerated<Date>;
    in_email: Generated<boolean>;
  };
  saved_search_emails: {
    user_id: number;
    due_at: Date | null;
    hour_began: Date;
    sent_in_hour: number;
  };
}
