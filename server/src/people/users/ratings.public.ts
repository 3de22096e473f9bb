import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';

/** Locks a user's rating until commit, so that votes are counted one by one. */
export async function lockRating(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

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

export async function addToRatings(
  tx: Tx,
  changes: ReadonlyMap<number, { sum: number; count: number }>,
): Promise<void> {
  const votes = [...changes.values()];
  await sql`
    update users set rating_sum = rating_sum + given.sum, rating_count = rating_count + given.count
    from unnest(${[...changes.keys()]}::bigint[], ${votes.map(({ sum }) => sum)}::int[],
      ${votes.map(({ count }) => count)}::int[]) given (user_id, sum, count)
    where users.id = given.user_id`.execute(tx);
}

/** Undefined for users who are unknown or never activated. */
export async function findRating(db: Db, userId: number): Promise<{ sum: number; count: number } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['rating_sum', 'rating_count'])
    .where('id', '=', userId)
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  return row && { sum: row.rating_sum, count: row.rating_count };
}
