import type { Audience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isMutedOrBlocked } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { excerpt } from '../../platform/text/excerpt.ts';

const BATCH = 500;

export const notifyFollowersOfPublication = defineJob({
  name: 'notify-followers-of-publication',
  payload: z.object({ publish_id: z.number().int() }),
  run: async (services: Services, { publish_id }) => {
    while (await services.db.transaction().execute((tx) => notifyBatch(services, tx, publish_id)));
  },
});

interface AnnouncedPublication {
  id: number;
  user_id: number;
  description: string;
  audience: Audience;
  notified_up_to_id: number;
}

/** Processes one batch and stores the position, so that an interrupted run resumes. True while there is more to do. */
async function notifyBatch(services: Services, tx: Tx, publishId: number): Promise<boolean> {
  const { rows } = await sql<AnnouncedPublication>`
    select p.id, p.user_id, p.description, p.audience, n.notified_up_to_id
    from publication_announcements n join publications p on p.id = n.publish_id
    where n.publish_id = ${publishId} and p.is_public for update of n`.execute(tx);
  const [publication] = rows;
  if (publication === undefined) return false;
  const followers = await listFollowers(tx, publication);
  const last = followers.at(-1);
  if (last === undefined) return false;
  await notifyAll(
    tx,
    services,
    followers
      .filter(({ is_told }) => is_told)
      .map(({ id }) => ({
        userId: id,
        kind: 'new_publication' as const,
        actorId: publication.user_id,
        link: `/user/${publication.user_id}/social/${publishId}`,
        values: { title: excerpt(publication.description) },
        dedupe: `new_publication:${publishId}`,
      })),
  );
  await tx
    .updateTable('publication_announcements')
    .set({ notified_up_to_id: last.id })
    .where('publish_id', '=', publishId)
    .execute();
  return followers.length === BATCH;
}

/**
 * Users who followed before the publication, are in its audience and have not muted its author; mentioned users are
 * left out, because they are notified separately.
 */
async function listFollowers(
  tx: Tx,
  { id, user_id, audience, notified_up_to_id }: AnnouncedPublication,
): Promise<{ id: number; is_told: boolean }[]> {
  const { rows } = await sql<{ id: number; is_told: boolean }>`
    select u.id, (u.status = 'active' and u.deleted_at is null
      and not ${isMutedOrBlocked(sql`f.follower_id`, sql`${user_id}::bigint`)}
      and (${audience} = 'all' or exists (select from friends where friends.user_id = ${user_id} and friends.friend_id = u.id
        and (${audience} = 'friends' or friends.is_relative)))
      and not exists (select from publication_mentions m where m.publish_id = ${id} and m.user_id = u.id)) as is_told
    from followers f join users u on u.id = f.follower_id
    where f.person_id = ${user_id} and f.follower_id > ${notified_up_to_id}
      and f.created_at <= (select created_at from publication_announcements where publish_id = ${id})
    order by f.follower_id limit ${BATCH}`.execute(tx);
  return rows;
}
