import { MOSCOW } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

/** Whether the user's content is currently held for review. */
export const isLimited = (db: Db, userId: number, now: Date): Promise<boolean> =>
  hasRunningSanction(db, userId, 'limit', now);

/** Also needed for callers who authenticate by a key instead of a session. */
export const isFrozen = (db: Db, userId: number, now: Date): Promise<boolean> =>
  hasRunningSanction(db, userId, 'freeze', now);

/** Served by sanctions_running. */
async function hasRunningSanction(db: Db, userId: number, kind: 'limit' | 'freeze', now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from sanctions where user_id = ${userId} and kind in ('limit', 'freeze') and kind = ${kind} and ended_at is null
      and (until_at is null or until_at > ${now}) limit 1`.execute(db);
  return rows.length > 0;
}

export interface PublishingLimit {
  /** Counts one publication per Moscow day; fails with limited above the limit, also for parallel calls. */
  take(userId: number): Promise<void>;
  giveBack(userId: number): Promise<void>;
}

export function createPublishingLimit({ db, clock }: { db: Db; clock: Clock }): PublishingLimit {
  const today = () => sql`(${clock()}::timestamptz at time zone ${MOSCOW})::date`;
  return {
    async take(userId) {
      const { rows: sanctions } = await sql<{ max: number }>`
        select min(per_day) as max from sanctions where user_id = ${userId} and kind = 'limit' and ended_at is null
          and (until_at is null or until_at > ${clock()}) having count(*) > 0`.execute(db);
      const [limit] = sanctions;
      if (limit === undefined) return;
      const { rows } = await sql`
        insert into sanction_days (user_id, day, count) values (${userId}, ${today()}, 1)
        on conflict (user_id, day) do update set count = sanction_days.count + 1 where sanction_days.count < ${limit.max}
        returning 1`.execute(db);
      if (rows.length === 0) throw new Failure('limited', { values: { max: limit.max } });
    },
    async giveBack(userId) {
      await sql`update sanction_days set count = count - 1 where user_id = ${userId} and day = ${today()} and count > 0`.execute(
        db,
      );
    },
  };
}
