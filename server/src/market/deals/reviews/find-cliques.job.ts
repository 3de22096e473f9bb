import { CLIQUE_PEOPLE_MAX } from '@app/contract/market/deals';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { isClique, type Pair } from './clique.ts';
import { recountFigures } from './deal-figures.public.ts';

/**
 * Decides which reviews weigh, after a deal was done or reviewed: those within a clique do not. Looks at no more than
 * a few people around these, whatever the number of deals. Runs one at a time, because cliques of two jobs may overlap.
 */
export const findCliques = defineJob({
  name: 'find-cliques',
  payload: z.object({ user_ids: z.array(z.number().int()).max(10) }),
  run: async ({ db }: Services, { user_ids }) => {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('find-cliques', 0))`.execute(tx);
      const touched = new Set([...user_ids, ...(await releaseCliques(tx, user_ids))]);
      for (const userId of user_ids) {
        const clique = await findCliqueOf(tx, userId);
        if (clique === undefined) continue;
        await markClique(tx, clique);
        for (const id of clique) touched.add(id);
      }
      await recountFigures(tx, [...touched]);
    });
  },
});

/** Lets the reviews of known cliques weigh again; those that still are one are marked anew. Returns their people. */
async function releaseCliques(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ clique: number[] }>`
    select distinct clique from deal_reviews
    where clique is not null
      and (author_id = any(${userIds}::bigint[]) or subject_id = any(${userIds}::bigint[]))`.execute(tx);
  for (const { clique } of rows)
    await sql`
      update deal_reviews set clique = null
      where author_id = any(${clique}::bigint[]) and clique = ${clique}::bigint[]`.execute(tx);
  return rows.flatMap(({ clique }) => clique);
}

async function markClique(tx: Tx, people: readonly number[]): Promise<void> {
  await sql`
    update deal_reviews set clique = ${people}::bigint[]
    where author_id = any(${people}::bigint[]) and subject_id = any(${people}::bigint[])`.execute(tx);
}

/** Returns the sorted clique that a person is part of; undefined when the person deals with others as well. */
async function findCliqueOf(tx: Tx, userId: number): Promise<number[] | undefined> {
  const people = new Set([userId]);
  const pairs: Pair[] = [];
  for (let next = [userId]; next.length > 0; ) {
    const found = await listPartners(tx, next);
    pairs.push(...found);
    next = [...new Set(found.map(([, partner]) => partner))].filter((id) => !people.has(id));
    for (const id of next) people.add(id);
    if (people.size > CLIQUE_PEOPLE_MAX) return undefined;
  }
  return isClique(people, pairs) ? [...people].sort((a, b) => a - b) : undefined;
}

/** At most one more partner of each person than a clique has people. Served by deals_done_seller and deals_done_buyer. */
async function listPartners(tx: Tx, userIds: readonly number[]): Promise<Pair[]> {
  const { rows } = await sql<{ id: number; partner: number }>`
    select asked.id, known.partner from unnest(${userIds}::bigint[]) asked (id)
    cross join lateral (
      (select distinct buyer_id as partner from deals where seller_id = asked.id and state = 'done'
        limit ${CLIQUE_PEOPLE_MAX})
      union
      (select distinct seller_id from deals where buyer_id = asked.id and state = 'done' limit ${CLIQUE_PEOPLE_MAX})
    ) known`.execute(tx);
  return rows.map(({ id, partner }) => [id, partner]);
}
