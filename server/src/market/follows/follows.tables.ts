import type { ColumnType, Generated } from 'kysely';

export interface FollowsTables {
  followers: {
    follower_id: number;
    person_id: number;
    created_at: ColumnType<Date, never, never>;
    /** The last letter about this person. */
    lettered_at: Date | null | undefined;
  };
  ad_announcements: {
    ad_id: number;
    created_at: ColumnType<Date, never, never>;
    /** Followers up to this id have been told. */
    told_up_to: Generated<number>;
  };
}
