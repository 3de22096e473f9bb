import { RATING_PRIOR } from '@app/contract/publishing/comments';
import { findRating } from '../../people/users/ratings.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { countVotes } from './vote.ts';

interface SellerRating {
  rating: number | null;
  count: number;
  sort_rating: number;
  recent_count: number;
}

export async function getSellerRating({ db, clock }: Services, sellerId: number): Promise<SellerRating> {
  const votes = requireFound(await findRating(db, sellerId));
  const yearAgo = clock();
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  return { ...meansOf(votes), count: votes.count, recent_count: await countVotes(db, sellerId, yearAgo) };
}

/** Returns the plain mean for display and the weighted one for sorting: see {@link RATING_PRIOR}. */
function meansOf({ sum, count }: { sum: number; count: number }): Pick<SellerRating, 'rating' | 'sort_rating'> {
  const prior = RATING_PRIOR.mean * RATING_PRIOR.votes;
  return {
    rating: count === 0 ? null : round(sum / count, 2),
    sort_rating: round((sum + prior) / (count + RATING_PRIOR.votes), 4),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
