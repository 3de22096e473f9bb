import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, optionalId, requiredLine, search } from '../platform/fields.ts';
import { AD_KINDS, AD_TITLE_MAX, AdSearchFields } from './ads.ts';

export const SUGGESTIONS_MAX = 8;

const AdSearch = z.object(AdSearchFields);

const counted = z.object({ id: z.number().int(), name: z.string(), count: z.number().int() });

export const AdFacets = z.object({
  total: z.number().int(),
  /** 1 when counts stop at a maximum and mean "at least". */
  bounded: bit,
  categories: z.array(counted),
  cities: z.array(counted),
  kinds: z.array(z.object({ kind: z.enum(AD_KINDS), count: z.number().int() })),
  with_photo: z.number().int(),
  price_from: z.number().int().nullable(),
  price_to: z.number().int().nullable(),
  attributes: z.array(
    z.object({ id: z.number().int(), choices: z.array(z.object({ id: z.number().int(), count: z.number().int() })) }),
  ),
});
export type AdFacets = z.infer<typeof AdFacets>;

export const Suggestion = z.object({
  text: z.string(),
  category: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  kind: z.enum(['words', 'category']),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const CATEGORY_PROPOSALS_MAX = 3;

export const CategoryProposal = z.object({
  category: z.object({ id: z.number().int(), name: z.string() }),
  /** A choice of an attribute of the category: «Транспорт → Велосипед». */
  kind: z.object({ attribute: z.number().int(), choice: z.number().int(), name: z.string() }).nullable(),
});
export type CategoryProposal = z.infer<typeof CategoryProposal>;

export const adSearchApi = {
  proposeCategories: endpoint('GET', ['/api/boards/category-proposals', '/api/board/category-proposals'], 'user', {
    summary: 'Categories for the title of a new ad, the likeliest first; tolerates typos and wrong keyboard layouts.',
    standby: true,
    query: z.object({ title: requiredLine(AD_TITLE_MAX) }),
    response: z.object({ proposals: z.array(CategoryProposal).max(CATEGORY_PROPOSALS_MAX) }),
    limit: { max: 1200, seconds: 3600 },
  }),
  suggest: endpoint('GET', ['/api/boards/suggest', '/api/board/suggest'], 'public', {
    summary: 'Searches that begin like the input, the most frequent first; tolerates typos and wrong keyboard layouts.',
    standby: true,
    query: z.object({ search, category_id: optionalId }),
    response: z.object({ suggestions: z.array(Suggestion) }),
    cacheMs: 5000,
  }),
  facets: endpoint('GET', ['/api/boards/facets', '/api/board/facets'], 'public', {
    summary: 'How many public ads each further filter would leave.',
    standby: true,
    query: AdSearch,
    errors: ['unauthorized'],
    response: AdFacets,
    cacheMs: 5000,
  }),
};
