import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { endDealsOf } from './end-deal.ts';
import { eraseMeetings } from './meetings/end-meetings.ts';
import { recountFigures } from './reviews/deal-figures.public.ts';

/**
 * Runs before a user is erased. Reviews about the user, meetings and what the user asked for go, and the user's words in
 * answers and titles of ads; reviews that the user wrote about others stay without a name, as comments do.
 */
export async function eraseDeals(tx: Tx, userId: number, services: Services): Promise<void> {
  await eraseMeetings(tx, userId);
  await tx.deleteFrom('ad_draw_entries').where('user_id', '=', userId).execute();
  await endDealsOf(services, tx, userId);
  await tx.deleteFrom('deal_reviews').where('subject_id', '=', userId).execute();
  await sql`update deals set ad_title = '' where seller_id = ${userId} and ad_title <> ''`.execute(tx);
  await tx.deleteFrom('deal_figures').where('user_id', '=', userId).execute();
  const { rows } = await sql<{ id: number }>`
    select distinct subject_id as id from deal_reviews where author_id = ${userId} order by 1`.execute(tx);
  if (rows.length > 0)
    await recountFigures(
      tx,
      rows.map(({ id }) => id),
    );
}
