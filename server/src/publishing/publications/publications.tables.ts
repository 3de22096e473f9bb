import type { Audience } from '@app/contract/people/privacy';
import type { PUBLISH_COMMENTERS, PUBLISH_STATES } from '@app/contract/publishing/publications';
import type { ColumnType, Generated } from 'kysely';

type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type DatabaseGenerated<T> = ColumnType<T, never, never>;

export interface PublicationsTable {
  id: DatabaseGenerated<number>;
  user_id: ColumnType<number, number, never>;
  /** 0: photos, 1: a video. */
  type: ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
  /** Words alone, published without files. */
  is_text: Generated<boolean>;
  description: Generated<string>;
  audience: ColumnType<Audience, Audience | undefined, Audience>;
  commenters: ColumnType<Commenters, Commenters | undefined, Commenters>;
  may_share: Generated<boolean>;
  state: ColumnType<PublicationState, PublicationState | undefined, PublicationState>;
  publish_at: OptionalTime;
  /** Strictly increasing in the order of publishing. */
  published_at: OptionalTime;
  changed_at: ColumnType<Date, Date | undefined, Date>;
  edited_at: OptionalTime;
  deleted_at: OptionalTime;
  author_hidden: Generated<boolean>;
  /** Held for review: visible only to its author. */
  held_at: OptionalTime;
  /** Taken down by staff. */
  blocked_at: OptionalTime;
  withheld_reason: Generated<string>;
  /** The author's ad that is shown below. */
  board_id: ColumnType<number | null, number | null | undefined, number | null>;
  like_count: Generated<number>;
  /** Visible comments, including replies. */
  comments_count: Generated<number>;
  tags: ColumnType<string[], string[] | undefined, string[]>;
  search: DatabaseGenerated<string>;
  is_public: DatabaseGenerated<boolean>;
}

export type Commenters = (typeof PUBLISH_COMMENTERS)[number];
export type PublicationState = (typeof PUBLISH_STATES)[number];

interface PublicationClockTable {
  one: DatabaseGenerated<boolean>;
  last: Date;
}

interface PublicationEditsTable {
  id: DatabaseGenerated<number>;
  publish_id: number;
  description: string;
  replaced_at: Date;
}

interface PublicationMentionsTable {
  publish_id: number;
  user_id: number;
  login: string;
}

interface PublicationLikesTable {
  publish_id: number;
  user_id: number;
  created_at: ColumnType<Date, Date | undefined, never>;
}

export interface PublicationCommentsTable {
  id: DatabaseGenerated<number>;
  publish_id: ColumnType<number, number, never>;
  parent_id: ColumnType<number | null, number | null, never>;
  user_id: ColumnType<number, number, never>;
  /** Empty: deleted while it had replies. */
  message: string;
  replies_count: Generated<number>;
  like_count: Generated<number>;
  /** Hidden by the publication's author or by staff. */
  hidden: Generated<boolean>;
  /** Hidden by staff; only staff may show it again. */
  blocked_at: OptionalTime;
  created_at: ColumnType<Date, Date, never>;
  edited_at: OptionalTime;
  deleted_at: OptionalTime;
}

interface PublicationCommentEditsTable {
  id: DatabaseGenerated<number>;
  comment_id: number;
  message: string;
  replaced_at: Date;
}

interface PublicationCommentLikesTable {
  comment_id: number;
  user_id: number;
  created_at: ColumnType<Date, Date | undefined, never>;
}

interface FeedPositionsTable {
  user_id: number;
  published_at: Date;
  publish_id: number;
  marked_at: Date;
  /** The newest publication shown to the reader; null in a row of an earlier version. */
  seen_at: Date | null;
  seen_id: number | null;
  /** Everything from here down was read. */
  caught_up_at: Date | null;
  caught_up_id: number | null;
}

interface PublicationTagsTable {
  tag: string;
  count: number;
}

interface PublicationTagChangesTable {
  tag: string;
  sign: number;
}

interface PublicationAnnouncementsTable {
  publish_id: number;
  created_at: Date;
  /** Followers up to this id are notified. */
  notified_up_to_id: Generated<number>;
}

interface PublicationPlacesTable {
  publish_id: number;
  /** The city of the author when the publication came out. */
  city_id: number;
  /** The district that the author’s profile named then; '' for none. */
  district: Generated<string>;
  published_at: Date;
}

export interface PublicationsTables {
  publications: PublicationsTable;
  publication_places: PublicationPlacesTable;
  publication_clock: PublicationClockTable;
  publication_edits: PublicationEditsTable;
  publication_mentions: PublicationMentionsTable;
  publication_likes: PublicationLikesTable;
  publication_comments: PublicationCommentsTable;
  publication_comment_edits: PublicationCommentEditsTable;
  publication_comment_likes: PublicationCommentLikesTable;
  feed_positions: FeedPositionsTable;
  publication_tags: PublicationTagsTable;
  publication_tag_changes: PublicationTagChangesTable;
  publication_announcements: PublicationAnnouncementsTable;
}
