import { CATEGORY_ICONS, type CategoryIcon } from '@app/contract/reference/reference';
import { z } from 'zod';
import { readData } from '../platform/read-data.ts';

const questions = z.array(z.strictObject({ question: z.string(), answer: z.string() }));
const reviews = z.array(z.strictObject({ rating: z.number(), message: z.string(), answer: z.string().optional() }));

const { goodsReviews, categories } = readData(
  new URL('seed/phrases.json', import.meta.url),
  z.strictObject({
    goodsReviews: reviews,
    /** A category without reviews of its own has those of goods. */
    categories: z.record(z.enum(CATEGORY_ICONS), z.strictObject({ questions, reviews: reviews.optional() })),
  }),
);

interface Phrases {
  questions: z.output<typeof questions>;
  reviews: z.output<typeof reviews>;
}

export function phrasesOf(category: CategoryIcon): Phrases {
  return { reviews: goodsReviews, ...categories[category] };
}
