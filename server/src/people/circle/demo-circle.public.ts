import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

export interface DemoCircle {
  friendships?: readonly { between: readonly [number, number]; since: Date }[];
  requests?: readonly { from: number; to: number; at: Date }[];
  /** `userId` marks `friendId` as a relative. Marks on people who are no friends are ignored. */
  relatives?: readonly { userId: number; friendId: number }[];
}

/** Inserts friendships, requests and relatives without notifications. For demo data and tests. */
export async function insertDemoCircle(
  tx: Tx,
  { friendships = [], requests = [], relatives = [] }: DemoCircle,
): Promise<void> {
  await sql`
    insert into friends (user_id, friend_id, since)
    select side.user_id, side.friend_id, f.since
    from unnest(${friendships.map(({ between }) => between[0])}::bigint[], ${friendships.map(({ between }) => between[1])}::bigint[],
      ${friendships.map(({ since }) => since)}::timestamptz[]) f (one, other, since)
    cross join lateral (values (f.one, f.other), (f.other, f.one)) side (user_id, friend_id)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into friend_requests (from_id, to_id, created_at)
    select r.from_id, r.to_id, r.at
    from unnest(${requests.map(({ from }) => from)}::bigint[], ${requests.map(({ to }) => to)}::bigint[],
      ${requests.map(({ at }) => at)}::timestamptz[]) r (from_id, to_id, at)
    where not exists (select from friends f where f.user_id = r.from_id and f.friend_id = r.to_id)
    on conflict do nothing`.execute(tx);
  await sql`
    update friends f set is_relative = true
    from unnest(${relatives.map(({ userId }) => userId)}::bigint[], ${relatives.map(({ friendId }) => friendId)}::bigint[]) k (user_id, friend_id)
    where f.user_id = k.user_id and f.friend_id = k.friend_id`.execute(tx);
}
