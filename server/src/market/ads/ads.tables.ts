import type { AdAudience, AdDeal, AdKind, COMMENTERS, PricePeriod } from '@app/contract/market/ads';
import type { FeedAction, SellerFeed } from '@app/contract/market/seller-feeds';
import type { ColumnType, Generated } from 'kysely';
import type { PlannedRow } from './feeds/plan-feed.ts';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type DatabaseGenerated<T> = ColumnType<T, never, never>;

export type AdAttributes = Record<string, number | string>;

export interface AdsTable {
  id: DatabaseGenerated<number>;
  owner_id: ColumnType<number, number, never>;
  title: string;
  description: string;
  /** 0: not stated. */
  price_roubles: Generated<number>;
  kind: Generated<AdKind>;
  price_period: ColumnType<PricePeriod | null, PricePeriod | null | undefined, PricePeriod | null>;
  swap_for: Generated<string>;
  /** A calendar day. */
  return_on: ColumnType<string | null, string | null | undefined, string | null>;
  category_id: number | null;
  country_id: number | null;
  city_id: number | null;
  enabled: Generated<boolean>;
  archived_at: OptionalTime;
  blocked_at: OptionalTime;
  blocked_reason: Generated<string>;
  owner_hidden: Generated<boolean>;
  /** Hidden for no other reason than that the owner is on vacation. */
  owner_away: Generated<boolean>;
  is_external: Generated<boolean>;
  external_name: Generated<string>;
  external_phone: Generated<string>;
  external_photo: Generated<string>;
  external_image_id: number | null | undefined;
  comments_count: Generated<number>;
  deal: Generated<AdDeal>;
  sold_at: OptionalTime;
  expires_at: ColumnType<Date, Date | undefined, Date>;
  reminded_at: OptionalTime;
  expired: Generated<boolean>;
  held_at: OptionalTime;
  held_reason: Generated<string>;
  matched_word: Generated<string>;
  /** Blocklist words that staff approved for this ad. */
  accepted_words: ColumnType<string[], string[] | undefined, string[]>;
  district: Generated<string>;
  /** Attribute id -> number, choice id, or text. */
  attributes: ColumnType<AdAttributes, string | undefined, string>;
  comments_by: Generated<(typeof COMMENTERS)[number]>;
  revision: Generated<number>;
  audience: Generated<AdAudience>;
  /** For friends until `opens_at`, then for everybody. */
  circle_first: Generated<boolean>;
  opens_at: OptionalTime;
  /** Maintained by a trigger. */
  has_photo: DatabaseGenerated<boolean>;
  external_source: Generated<string>;
  external_id: string | null | undefined;
  published_at: OptionalTime;
  created_at: ColumnType<Date, Date | undefined, never>;
  changed_at: ColumnType<Date, Date | undefined, Date>;
  /** Shown to everybody. */
  is_public: DatabaseGenerated<boolean>;
  /** Shown, but not to everybody. */
  is_circle_only: DatabaseGenerated<boolean>;
  search: DatabaseGenerated<string>;
}

export interface AdPhotosTable {
  id: DatabaseGenerated<number>;
  ad_id: ColumnType<number, number, never>;
  image_id: number;
  position: number;
}

interface AdCounted {
  category_id: DatabaseGenerated<number>;
  country_id: DatabaseGenerated<number>;
  city_id: DatabaseGenerated<number>;
  public: DatabaseGenerated<number>;
  present: DatabaseGenerated<number>;
}

export interface BlocklistWordsTable {
  id: DatabaseGenerated<number>;
  word: ColumnType<string, string, never>;
  reason: ColumnType<string, string, never>;
  query: DatabaseGenerated<string>;
}

export interface AdImportsTable {
  source: ColumnType<string, string, never>;
  feed_sha256: ColumnType<string, string, never>;
  lines_done: Generated<number>;
  created_count: Generated<number>;
  changed_count: Generated<number>;
  skipped_count: Generated<number>;
  finished_at: OptionalTime;
}

interface AdDraftsTable {
  user_id: number;
  /** Shape: the contract's `UnfinishedAd`. */
  draft: ColumnType<Record<string, unknown>, string, string>;
  changed_at: Date;
}

interface AdVisitorsTable {
  day: string;
  ad_id: number;
  visitor: Buffer;
}

interface AdVisitorKeysTable {
  day: string;
  key: Buffer;
}

interface AdVacationsTable {
  user_id: number;
  since: Date;
}

interface AdDaysTable {
  ad_id: number;
  day: string;
  views: Generated<number>;
  favorites: Generated<number>;
  messages: Generated<number>;
  phones: Generated<number>;
}

interface AdPhoneRevealsTable {
  ad_id: number;
  user_id: number;
  day: string;
  revealed_at: Date;
}

interface SellerFeedsTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  state: SellerFeed['state'];
  created_at: Date;
}

interface SellerFeedRowsTable {
  feed_id: number;
  position: number;
  action: FeedAction;
  row: ColumnType<PlannedRow, string, string>;
  result: ColumnType<'done' | 'refused' | null, never, 'done' | 'refused'>;
  reason: ColumnType<string | null, never, string | null>;
}

/** The totals are written only by database functions. */
export interface AdsTables {
  ads: AdsTable;
  ad_photos: AdPhotosTable;
  ad_drafts: AdDraftsTable;
  ad_visitors: AdVisitorsTable;
  ad_visitor_keys: AdVisitorKeysTable;
  ad_vacations: AdVacationsTable;
  seller_feeds: SellerFeedsTable;
  seller_feed_rows: SellerFeedRowsTable;
  ad_days: AdDaysTable;
  ad_phone_reveals: AdPhoneRevealsTable;
  blocklist_words: BlocklistWordsTable;
  ad_imports: AdImportsTable;
  ad_counts: AdCounted;
  ad_count_deltas: AdCounted;
}
