import { sql } from 'kysely';
import { addToRating } from '../../people/users/ratings.public.ts';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

interface Vote {
  adId: number;
  authorId: number;
  sellerId: number | null;
}

interface OwnVote {
  rating: number;
  seller_id: number | null;
}

const readVote = compileOnce<OwnVote>(
  'seller-vote',
  () => sql`select rating, seller_id from seller_votes where ad_id = $1 and author_id = $2`,
);

export async function findVote(db: Db, adId: number, authorId: number): Promise<OwnVote | undefined> {
  const [vote] = await readVote(db, [adId, authorId]);
  return vote;
}

/** Inserts the author's only vote under an ad; the unique index enforces this. */
export async function castVote(tx: Tx, { adId, authorId, sellerId }: Vote, rating: number, now: Date): Promise<void> {
  const cast = await tx
    .insertInto('seller_votes')
    .values({ ad_id: adId, author_id: authorId, seller_id: sellerId, rating, voted_at: now })
    .onConflict((conflict) => conflict.columns(['ad_id', 'author_id']).where('ad_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (cast === undefined) throw new Failure('already_rated');
  if (sellerId !== null) await addToRating(tx, sellerId, { sum: rating, count: 1 });
}

export async function withdrawVote(tx: Tx, adId: number, authorId: number): Promise<void> {
  const withdrawn = await tx
    .deleteFrom('seller_votes')
    .where('ad_id', '=', adId)
    .where('author_id', '=', authorId)
    .returning(['rating', 'seller_id'])
    .executeTakeFirst();
  if (withdrawn?.seller_id) await addToRating(tx, withdrawn.seller_id, { sum: -withdrawn.rating, count: -1 });
}

export async function countVotes(db: Db, sellerId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('seller_votes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seller_id', '=', sellerId)
    .where('voted_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
