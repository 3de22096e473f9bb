import { GRACE_DAYS } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { isFrozen } from '../../trust/moderation/publishing-limits.public.ts';
import { lockPublication, type PublicationRow } from './lock-publication.ts';
import { publishPublication } from './publish-publication.ts';

/** Tolerated difference between the clocks of the database and the node. */
const EARLY_MS = 2000;

/** Publishes a scheduled publication. A repeat finds it published or a draft and does nothing. */
export const publishPlanned = defineJob({
  name: 'publish-planned',
  payload: z.object({ id: z.number().int() }),
  run: async (services: Services, { id }) => {
    const { db, clock, publicCache } = services;
    await db.transaction().execute(async (tx) => {
      const row = await lockPublication(tx, id);
      if (row === undefined || row.state !== 'planned' || row.publish_at === null) return;
      // The publication was rescheduled; another job exists for the new time.
      if (row.publish_at.getTime() > clock().getTime() + EARLY_MS) return;
      const obstacle = await findObstacle(tx, row, clock());
      if (obstacle === undefined) await publishPublication(services, tx, row);
      else await revertToDraft(services, tx, row, obstacle);
    });
    publicCache.invalidate();
  },
});

type Obstacle = 'unpaid' | 'away';

/** The author may have lost the subscription, been suspended or frozen, or be leaving. */
async function findObstacle(tx: Tx, row: PublicationRow, now: Date): Promise<Obstacle | undefined> {
  if (row.author_hidden || (await isFrozen(tx, row.user_id, now))) return 'away';
  const { rows } =
    await sql`select from users where id = ${row.user_id} and paid_until > now() - make_interval(days => ${GRACE_DAYS})`.execute(
      tx,
    );
  return rows.length > 0 ? undefined : 'unpaid';
}

/** Reverts the publication to a draft with all its content and notifies the author; it is not scheduled again. */
async function revertToDraft(services: Services, tx: Tx, row: PublicationRow, what: Obstacle): Promise<void> {
  await tx
    .updateTable('publications')
    .set({ state: 'draft', publish_at: null, changed_at: services.clock() })
    .where('id', '=', row.id)
    .execute();
  await notify(tx, services, {
    userId: row.user_id,
    kind: 'publication_held',
    link: `/user/${row.user_id}/social/${row.id}/edit`,
    values: { title: excerpt(row.description), what },
  });
}

const FOUND_AT_ONCE = 500;
const LATE_MS = 60_000;

/** Queues overdue scheduled publications again, because their own job may have failed for good. */
export const findOverduePublications = defineJob({
  name: 'find-overdue-publications',
  payload: z.object({}),
  run: async ({ db, queue, clock }: Services) => {
    const { rows } = await sql<{ id: number }>`
      select id from publications
      where state = 'planned' and deleted_at is null
        and publish_at < ${new Date(clock().getTime() - LATE_MS)}
      order by publish_at limit ${FOUND_AT_ONCE}`.execute(db);
    await queue.addAll(
      db,
      publishPlanned,
      rows.map(({ id }) => ({ payload: { id }, key: String(id) })),
    );
  },
});
