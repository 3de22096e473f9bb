import type { dealsApi } from '@app/contract/market/deals';
import type { QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getDealFigures } from './deal-figures.public.ts';
import { listReviewsOf } from './reviews.queries.ts';

export async function listReviews(
  { db }: Services,
  viewer: Viewer,
  userId: number,
  { size, page }: QueryOf<typeof dealsApi.reviews>,
): Promise<ResponseOf<typeof dealsApi.reviews>> {
  const figures = await getDealFigures(db, userId);
  return { ...(await listReviewsOf(db, viewer, userId, { size, offset: (page - 1) * size })), figures };
}
