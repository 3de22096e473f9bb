import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Hold a person's rating until the transaction ends: votes for one seller are counted one after another. */
export async function holdRating(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Count votes in or out. The person must be held. */
export async function addToRating(tx: Tx, userId: number, change: { sum: number; count: number }): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      rating_sum: sql<number>`rating_sum + ${change.sum}`,
      rating_count: sql<number>`rating_count + ${change.count}`,
    })
    .where('id', '=', userId)
    .execute();
}

/** All votes a person ever got; undefined for somebody who was never activated or is unknown. */
export async function findRating(db: Db, userId: number): Promise<{ sum: number; count: number } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', userId)
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  return row && { sum: row.rating_sum, count: row.rating_count };
}
