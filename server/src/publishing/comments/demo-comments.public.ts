import { adjustCommentCounts } from '../../market/ads/ad-comments.public.ts';
import { addToRatings } from '../../people/users/ratings.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { countThread } from './comment-threads.public.ts';

export interface DemoReply {
  user_id: number;
  message: string;
  created_at: Date;
}

export interface DemoThread extends DemoReply {
  ad_id: number;
  seller_id: number;
  rating: number;
  hidden: boolean;
  replies: readonly DemoReply[];
}

export async function insertDemoComments(tx: Tx, threads: readonly DemoThread[]): Promise<void> {
  if (threads.length === 0) return;
  const rows = threads.map(({ seller_id: _, replies, ...comment }) => ({ ...comment, replies_count: replies.length }));
  // PostgreSQL assigns ids in the order of the VALUES list.
  const inserted = await tx.insertInto('comments').values(rows).returning('id').execute();
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  const replies = threads.flatMap((thread, index) =>
    thread.replies.map((reply) => ({ ...reply, ad_id: thread.ad_id, parent_id: ids[index] ?? 0 })),
  );
  if (replies.length > 0) await tx.insertInto('comments').values(replies).execute();
  await castVotes(
    tx,
    threads.filter(({ rating }) => rating > 0),
  );
  const counts = new Map<number, number>();
  for (const { ad_id, hidden, replies: answers } of threads) {
    const count = countThread({ hidden, deleted_at: null, replies_count: answers.length });
    counts.set(ad_id, (counts.get(ad_id) ?? 0) + count);
  }
  await adjustCommentCounts(tx, counts);
}

async function castVotes(tx: Tx, rated: readonly DemoThread[]): Promise<void> {
  if (rated.length === 0) return;
  const votes = rated.map(({ ad_id, user_id, seller_id, rating, created_at }) => ({
    ad_id,
    author_id: user_id,
    seller_id,
    rating,
    voted_at: created_at,
  }));
  await tx.insertInto('seller_votes').values(votes).execute();
  const changes = new Map<number, { sum: number; count: number }>();
  for (const { seller_id, rating } of votes) {
    const { sum, count } = changes.get(seller_id) ?? { sum: 0, count: 0 };
    changes.set(seller_id, { sum: sum + rating, count: count + 1 });
  }
  await addToRatings(tx, changes);
}
