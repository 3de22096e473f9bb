import { sql } from 'kysely';
import { allowLetters } from '../../notifications/email-preferences/alerts.public.ts';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { isBlockedBetween } from '../../people/circle/circle.public.ts';
import { holdPair } from '../../people/circle/hold-pair.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';

interface Subscription {
  subscribe: 0 | 1;
  count: number;
}

/** Follow a person or stop; again changes nothing. Across a block nobody follows. Who is followed learns of each follower once, however often they come back. */
export function setSubscription(
  services: Services,
  viewer: SignedInViewer,
  personId: number,
  isOn: boolean,
): Promise<Subscription> {
  if (personId === viewer.userId) throw new Failure('forbidden');
  return services.db.transaction().execute(async (tx) => {
    // A block that comes at the same moment comes before or after all of this.
    await holdPair(tx, viewer.userId, personId);
    await requirePerson(tx, personId);
    if (isOn && (await isBlockedBetween(tx, viewer.userId, personId))) throw new Failure('blocked');
    if (isOn) await follow(services, tx, viewer.userId, personId);
    else await unfollow(tx, viewer.userId, personId);
    return readSubscription(tx, viewer, personId);
  });
}

export async function getSubscription(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  personId: number,
): Promise<Subscription> {
  await requirePerson(db, personId);
  return readSubscription(db, viewer, personId);
}

async function follow(services: Services, tx: Tx, followerId: number, personId: number): Promise<void> {
  const { rows } = await sql`
    insert into followers (follower_id, person_id) values (${followerId}, ${personId})
    on conflict do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  // Who stopped the letters and follows anew wants them again.
  await allowLetters(tx, followerId, 'new_ad', personId);
  await notify(tx, services, {
    userId: personId,
    kind: 'subscriber',
    actorId: followerId,
    link: `/user/${followerId}`,
    values: {},
    dedupe: `subscriber:${followerId}`,
  });
}

async function unfollow(tx: Tx, followerId: number, personId: number): Promise<void> {
  await tx.deleteFrom('followers').where('follower_id', '=', followerId).where('person_id', '=', personId).execute();
}

/** People who left, are suspended or were never activated are nobody to follow. */
async function requirePerson(db: Db, personId: number): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', personId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (person === undefined) throw new Failure('not_found');
}

/** Served by followers_person. */
async function readSubscription(db: Db, viewer: Viewer, personId: number): Promise<Subscription> {
  const { rows } = await sql<{ count: number; is_mine: boolean }>`
    select count(*) as count,
      exists (select from followers where follower_id = ${viewer.userId} and person_id = ${personId}) as is_mine
    from followers f
    join users u on u.id = f.follower_id and u.status = 'active' and u.deleted_at is null
    where f.person_id = ${personId}`.execute(db);
  const [row] = rows;
  return { subscribe: row?.is_mine ? 1 : 0, count: row?.count ?? 0 };
}
