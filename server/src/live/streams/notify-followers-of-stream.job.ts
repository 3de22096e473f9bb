import type { Lang } from '@app/contract/platform/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import { isMutedOrBlocked } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { texts } from '../../platform/texts.ts';
import { linkOf } from './link-of.ts';
import { streamVisibleToReader } from './streams.queries.ts';
import { themeFor } from './theme.ts';

const BATCH = 500;

/**
 * Notifies followers, friends and users with a reminder that a stream began, each once and only if they may view the
 * stream.
 */
export const notifyFollowersOfStream = defineJob({
  name: 'notify-followers-of-stream',
  payload: z.object({ stream_id: z.number().int() }),
  run: async (services: Services, { stream_id }) => {
    while (await services.db.transaction().execute((tx) => notifyBatch(services, tx, stream_id)));
  },
});

interface StartedStream {
  id: number;
  user_id: number;
  theme: string | null;
  name: string;
  notified_up_to_id: number;
}

interface Recipient {
  id: number;
  lang: Lang;
  is_told: boolean;
}

/** Notifies one batch and stores the position, so that an interrupted job resumes. Returns true while users remain. */
async function notifyBatch(services: Services, tx: Tx, streamId: number): Promise<boolean> {
  const { rows } = await sql<StartedStream>`
    select s.id, s.user_id, s.theme, trim(maker.firstname || ' ' || maker.lastname) as name, n.notified_up_to_id
    from stream_announcements n join streams s on s.id = n.stream_id join users maker on maker.id = s.user_id
    where n.stream_id = ${streamId} and s.state in ('live', 'lost') for update of n`.execute(tx);
  const [stream] = rows;
  if (stream === undefined) return false;
  const recipients = await listRecipients(tx, stream);
  const last = recipients.at(-1);
  if (last === undefined) return false;
  await notifyAll(
    tx,
    services,
    recipients
      .filter(({ is_told }) => is_told)
      .map(({ id, lang }) => ({
        userId: id,
        kind: 'stream_start' as const,
        actorId: stream.user_id,
        link: linkOf({ id: streamId, userId: stream.user_id }),
        values: { title: themeFor(texts, lang, stream) },
        dedupe: `stream_start:${streamId}`,
      })),
  );
  await tx
    .updateTable('stream_announcements')
    .set({ notified_up_to_id: last.id })
    .where('stream_id', '=', streamId)
    .execute();
  return recipients.length === BATCH;
}

/** An unlisted stream is only announced to users with a reminder. */
async function listRecipients(tx: Tx, { id, user_id, notified_up_to_id }: StartedStream): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.lang, (u.status = 'active' and u.deleted_at is null
      and not ${isMutedOrBlocked(sql`u.id`, sql`${user_id}::bigint`)} and ${streamVisibleToReader(sql`u.id`)}) as is_told
    from streams s cross join lateral (
      select follower_id as id from followers
        where person_id = s.user_id and s.audience <> 'link' and follower_id > ${notified_up_to_id}
      union select friend_id from friends
        where user_id = s.user_id and s.audience <> 'link' and friend_id > ${notified_up_to_id}
      union select user_id from stream_reminders where stream_id = s.id and user_id > ${notified_up_to_id}
      order by id limit ${BATCH}) listener
    join users u on u.id = listener.id
    where s.id = ${id} order by u.id`.execute(tx);
  return rows;
}
