import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type DatabaseGenerated<T> = ColumnType<T, never, never>;

export interface CommentsTable {
  id: DatabaseGenerated<number>;
  ad_id: ColumnType<number, number, never>;
  /** Always a top-level comment. */
  parent_id: ColumnType<number | null, number | null, never>;
  user_id: ColumnType<number, number, never>;
  /** Empty: deleted while it had replies. */
  message: string;
  /** 0: no vote. */
  rating: Generated<number>;
  replies_count: Generated<number>;
  /** Hidden by the ad's owner or by staff. */
  hidden: Generated<boolean>;
  /** Hidden by staff; only staff may show it again. */
  blocked_at: OptionalTime;
  created_at: ColumnType<Date, Date | undefined, never>;
  edited_at: OptionalTime;
  deleted_at: OptionalTime;
}

export interface CommentEditsTable {
  id: DatabaseGenerated<number>;
  comment_id: ColumnType<number, number, never>;
  message: string;
  rating: number;
  replaced_at: ColumnType<Date, Date | undefined, never>;
}

export interface SellerVotesTable {
  id: DatabaseGenerated<number>;
  seller_id: ColumnType<number | null, number | null, never>;
  author_id: ColumnType<number, number, never>;
  /** Null once the ad is erased. */
  ad_id: ColumnType<number | null, number, never>;
  rating: number;
  voted_at: ColumnType<Date, Date | undefined, Date>;
}

export interface CommentsTables {
  comments: CommentsTable;
  comment_edits: CommentEditsTable;
  seller_votes: SellerVotesTable;
}
