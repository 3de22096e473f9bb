import { LARGE_PAGE_FOLLOWERS } from '@app/contract/market/follows';
import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { countFollowers } from './follows.queries.ts';

/** Counts the followers of one page after a follow that may have made the page large. */
export const countLargePage = defineJob({
  name: 'count-large-page',
  payload: z.object({ person_id: z.number().int() }),
  run: (services: Services, { person_id }) => updateLargePage(services, person_id),
});

/** Stores whether the page is large now. Its owner is notified of the duty once, however often the number is crossed. */
export function updateLargePage(services: Services, personId: number): Promise<void> {
  const now = services.clock();
  return services.db.transaction().execute(async (tx) => {
    const isLarge = (await countFollowers(tx, personId)) > LARGE_PAGE_FOLLOWERS;
    const page = isLarge
      ? await tx
          .insertInto('large_pages')
          .values({ person_id: personId, over_since: now, counted_at: now })
          .onConflict((conflict) =>
            conflict.column('person_id').doUpdateSet(({ fn, ref }) => ({
              over_since: fn.coalesce(ref('large_pages.over_since'), ref('excluded.over_since')),
              counted_at: now,
            })),
          )
          .returning('notified_at')
          .executeTakeFirst()
      : await tx
          .updateTable('large_pages')
          .set({ over_since: null, counted_at: now })
          .where('person_id', '=', personId)
          .returning('notified_at')
          .executeTakeFirst();
    if (!isLarge || page === undefined || page.notified_at !== null) return;
    await tx.updateTable('large_pages').set({ notified_at: now }).where('person_id', '=', personId).execute();
    await notify(tx, services, { userId: personId, kind: 'large_page', link: '/large-pages', values: {} });
  });
}
