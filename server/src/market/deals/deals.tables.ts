import type { DealState, OfferState } from '@app/contract/market/deals';
import type { MeetingState } from '@app/contract/market/meetings';
import type { SafePlaceKind } from '@app/contract/reference/safe-places';
import type { ColumnType, Generated } from 'kysely';

type DatabaseGenerated<T> = ColumnType<T, never, never>;
type OptionalDay = ColumnType<string | null, string | null | undefined, string | null>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface DealsTable {
  id: DatabaseGenerated<number>;
  /** Null once the ad is deleted. */
  ad_id: ColumnType<number | null, number, never>;
  ad_title: string;
  seller_id: ColumnType<number, number, never>;
  buyer_id: ColumnType<number, number, never>;
  state: Generated<DealState>;
  seller_confirmed_at: OptionalTime;
  buyer_confirmed_at: OptionalTime;
  created_at: Generated<Date>;
  ended_at: OptionalTime;
  /** The day until which a thing is lent; null: no loan. */
  return_on: OptionalDay;
  /** When the borrower said that the thing is back. */
  return_claimed_at: OptionalTime;
  /** The day, where the person lives, of the last reminder. */
  seller_reminded_on: OptionalDay;
  buyer_reminded_on: OptionalDay;
}

interface DealOffersTable {
  id: DatabaseGenerated<number>;
  deal_id: ColumnType<number, number, never>;
  author_id: ColumnType<number, number, never>;
  price_roubles: ColumnType<number, number, never>;
  /** The day of return that an offer of a loan names. */
  return_on: ColumnType<string | null, string | null | undefined, never>;
  state: Generated<OfferState>;
  created_at: Generated<Date>;
  answered_at: OptionalTime;
}

interface DealReviewsTable {
  id: DatabaseGenerated<number>;
  deal_id: ColumnType<number, number, never>;
  author_id: ColumnType<number, number, never>;
  subject_id: ColumnType<number, number, never>;
  stars: ColumnType<number, number, never>;
  content: ColumnType<string, string, never>;
  answer: Generated<string>;
  answered_at: OptionalTime;
  /** Hidden by staff. */
  hidden_at: OptionalTime;
  /** Sorted ids of the people who deal only among themselves; null when the review weighs. */
  clique: ColumnType<number[] | null, number[] | null | undefined, number[] | null>;
  created_at: Generated<Date>;
}

interface DealFiguresTable {
  user_id: number;
  stars_sum: Generated<number>;
  stars_count: Generated<number>;
  reviews_count: Generated<number>;
  deals_count: Generated<number>;
  reply_seconds: ColumnType<number | null, number | null | undefined, number | null>;
  reply_measured_at: OptionalTime;
}

interface MeetingsTable {
  id: DatabaseGenerated<number>;
  /** Null once the ad is deleted. */
  ad_id: ColumnType<number | null, number, never>;
  ad_title: string;
  seller_id: ColumnType<number, number, never>;
  buyer_id: ColumnType<number, number, never>;
  proposed_by: ColumnType<number, number, never>;
  /** Null: the place was written by hand. */
  place_kind: ColumnType<SafePlaceKind | null, SafePlaceKind | null, never>;
  place_name: ColumnType<string, string, never>;
  place_address: ColumnType<string, string, never>;
  at: ColumnType<Date, Date, never>;
  note: ColumnType<string, string, never>;
  state: Generated<MeetingState>;
  cancelled_by: ColumnType<number | null, number | null | undefined, number | null>;
  reason: Generated<string>;
  reminded_at: OptionalTime;
  /** When the job has something to do next. */
  next_at: OptionalTime;
  created_at: ColumnType<Date, Date, never>;
}

interface MeetingSidesTable {
  meeting_id: ColumnType<number, number, never>;
  user_id: ColumnType<number, number, never>;
  arrived_at: OptionalTime;
  confirmed_at: OptionalTime;
  /** Who of the relatives is told when no confirmation comes; known to this side only. */
  relative_id: ColumnType<number | null, number | null | undefined, number | null>;
  asked_at: OptionalTime;
  notified_at: OptionalTime;
}

interface AdDrawsTable {
  ad_id: ColumnType<number, number, never>;
  /** 32 random bytes, secret until the draw. */
  seed: ColumnType<Buffer, Buffer, never>;
  last_number: Generated<number>;
  draw_at: OptionalTime;
  drawn_at: OptionalTime;
  numbers: Generated<number[]>;
  drawn: Generated<number[]>;
  created_at: ColumnType<Date, Date, never>;
}

interface AdDrawEntriesTable {
  ad_id: ColumnType<number, number, never>;
  user_id: ColumnType<number, number, never>;
  number: ColumnType<number, number, never>;
  created_at: ColumnType<Date, Date, never>;
}

export interface DealsTables {
  deals: DealsTable;
  deal_offers: DealOffersTable;
  deal_reviews: DealReviewsTable;
  deal_figures: DealFiguresTable;
  ad_draws: AdDrawsTable;
  ad_draw_entries: AdDrawEntriesTable;
  meetings: MeetingsTable;
  meeting_sides: MeetingSidesTable;
}
