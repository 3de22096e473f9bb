import type { AdAudience } from '@app/contract/market/ads';
import type { ColumnType, Generated } from 'kysely';

export interface FollowsTables {
  followers: {
    follower_id: number;
    person_id: number;
    created_at: ColumnType<Date, never, never>;
    emailed_at: Date | null | undefined;
  };
  large_pages: {
    person_id: number;
    over_since: Date | null;
    notified_at: Date | null | undefined;
    counted_at: Date;
  };
  ad_announcements: {
    ad_id: number;
    created_at: ColumnType<Date, never, never>;
    /** Followers up to this id are notified. */
    notified_up_to_id: Generated<number>;
    /** The widest audience whose followers were told of the ad. */
    audience: Generated<AdAudience>;
  };
}
