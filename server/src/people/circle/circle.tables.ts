import type { ColumnType, Generated } from 'kysely';

interface FriendRequestsTable {
  from_id: number;
  to_id: number;
  created_at: Date;
  hidden_at: Date | null;
}

interface FriendsTable {
  user_id: number;
  friend_id: number;
  since: Date;
  is_relative: Generated<boolean>;
  is_hidden: Generated<boolean>;
}

interface HiddenSuggestionsTable {
  user_id: number;
  hidden_id: number;
}

interface BlocksTable {
  user_id: number;
  blocked_id: number;
  created_at: Date;
}

interface MutesTable {
  user_id: number;
  muted_id: number;
  /** PostgreSQL's infinity arrives as the number Infinity. */
  until: ColumnType<Date | number, Date | 'infinity', Date | 'infinity'>;
}

export interface CircleTables {
  friend_requests: FriendRequestsTable;
  friends: FriendsTable;
  hidden_suggestions: HiddenSuggestionsTable;
  blocks: BlocksTable;
  mutes: MutesTable;
}
