import type { ColumnType, Generated } from 'kysely';

export interface FollowsTables {
  followers: {
    follower_id: number;
    person_id: number;
    created_at: ColumnType<Date, never, never>;
    lettered_at: Date | null | undefined;
  };
  ad_announcements: {
    ad_id: number;
    created_at: ColumnType<Date, never, never>;
    /** Followers up to this id are notified. */
    told_up_to: Generated<number>;
  };
}
