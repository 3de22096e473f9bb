import { LARGE_PAGE_FOLLOWERS } from '@app/contract/market/follows';
import { sql } from 'kysely';
import { removeEmailOptOut } from '../../notifications/email-preferences/email-preferences.public.ts';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { lockPair } from '../../people/circle/lock-pair.public.ts';
import { isBlockedBetween } from '../../people/relationships/relationships.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { countLargePage } from './count-large-page.job.ts';
import { followerCountOf, isLargePage } from './follows.queries.ts';

interface FollowResponse {
  subscribe: 0 | 1;
  count: number;
}

/**
 * Follows or unfollows a user; a repeat changes nothing. A block in either direction prevents following. The followed
 * user is notified once per follower, however often the follower returns.
 */
export function setFollow(
  services: Services,
  viewer: SignedInViewer,
  followedId: number,
  isOn: boolean,
): Promise<FollowResponse> {
  if (followedId === viewer.userId) throw new Failure('forbidden');
  return services.db.transaction().execute(async (tx) => {
    // The lock orders this change before or after a simultaneous block.
    await lockPair(tx, viewer.userId, followedId);
    await requireUser(tx, followedId);
    if (isOn && (await isBlockedBetween(tx, viewer.userId, followedId))) throw new Failure('blocked');
    if (isOn) await insertFollow(services, tx, viewer.userId, followedId);
    else await deleteFollow(tx, viewer.userId, followedId);
    const follow = requireFound(await findFollow(tx, viewer, followedId));
    if (isOn && follow.count >= LARGE_PAGE_FOLLOWERS) await queueCount(services, tx, followedId);
    return follow;
  });
}

export async function getFollow({ db }: Services, viewer: Viewer, followedId: number): Promise<FollowResponse> {
  return requireFound(await findFollow(db, viewer, followedId));
}

async function insertFollow(services: Services, tx: Tx, followerId: number, followedId: number): Promise<void> {
  const { rows } = await sql`
    insert into followers (follower_id, person_id) values (${followerId}, ${followedId})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  // Following again cancels the follower's earlier opt-out from emails about this user.
  await removeEmailOptOut(tx, followerId, 'new_ad', followedId);
  await notify(tx, services, {
    userId: followedId,
    kind: 'subscriber',
    actorId: followerId,
    link: `/user/${followerId}`,
    values: {},
    dedupe: `subscriber:${followerId}`,
  });
}

/** Counted by a job after the commit, because simultaneous follows do not see each other. */
async function queueCount({ queue }: Services, tx: Tx, personId: number): Promise<void> {
  if (await isLargePage(tx, personId)) return;
  await queue.add(tx, countLargePage, { person_id: personId }, { key: String(personId) });
}

async function deleteFollow(tx: Tx, followerId: number, followedId: number): Promise<void> {
  await tx.deleteFrom('followers').where('follower_id', '=', followerId).where('person_id', '=', followedId).execute();
}

async function requireUser(db: Db, userId: number): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (user === undefined) throw new Failure('not_found');
}

/** Undefined for users who are not active. */
async function findFollow(db: Db, viewer: Viewer, followedId: number): Promise<FollowResponse | undefined> {
  const { rows } = await sql<{ count: number; is_mine: boolean }>`-- named follow-of
    select ${followerCountOf(followedId)} as count,
      exists (select from followers where follower_id = ${viewer.userId} and person_id = ${followedId}) as is_mine
    from users where id = ${followedId} and status = 'active' and deleted_at is null`.execute(db);
  const [row] = rows;
  return row && { subscribe: row.is_mine ? 1 : 0, count: row.count };
}
