import { CATEGORY_PROPOSALS_MAX, type CategoryProposal } from '@app/contract/market/ad-search';
import type pg from 'pg';
import type { Services } from '../../../platform/domain/services.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { otherLayout } from '../../../platform/search/keyboards.ts';
import { searchWords } from '../../../platform/search/parse-search.ts';
import { otherAlphabet } from '../../../platform/search/transliterate.ts';
import {
  getAttributeDictionary,
  getCategoryNames,
  localizedReferenceName,
} from '../../../reference/reference.public.ts';
import { createWordIndex, type Evidence, type WordIndex } from './word-index.ts';

/** Categories with less than this share of the best score are not proposed. */
const SCORE_SHARE_MIN = 0.3;
/** A category needs one word that is known well. */
const SCORE_MIN = 0.3;
const FIRST_WORDS = 2;
const LATER_WEIGHT = 0.8;
/** What follows a preposition describes what the thing is for, rather than the thing. */
const QUALIFIER_WEIGHT = 0.45;
const PREPOSITIONS = new Set(['для', 'под', 'на', 'от', 'с', 'со', 'к', 'из', 'в', 'до', 'по', 'for', 'with']);
/** So many ads with a word count as much as half of what the word itself says. */
const ADS_DOUBT = 4;
const ADS_WEIGHT = 1.2;
const TYPO_WEIGHT = 0.8;

const CACHE_MS = 60_000;

/** People type the same things: a title is looked up once a minute. */
export function getCategoryProposals(
  { pool, publicCache }: Services,
  viewer: Pick<Viewer, 'lang'>,
  title: string,
): Promise<{ proposals: CategoryProposal[] }> {
  const key = `category proposals ${viewer.lang} ${searchWords(title).join(' ')}`;
  return publicCache.getOrCompute(key, CACHE_MS, () => proposeCategories(pool, viewer, title));
}

/** Proposes categories, and kinds within them, for the title of a new ad: the likeliest first, none in doubt. */
export async function proposeCategories(
  pool: pg.Pool,
  { lang }: Pick<Viewer, 'lang'>,
  title: string,
): Promise<{ proposals: CategoryProposal[] }> {
  const words = searchWords(title);
  if (words.length === 0) return { proposals: [] };
  const [categories, dictionary] = await Promise.all([getCategoryNames(pool), getAttributeDictionary(pool)]);
  const index = createWordIndex(categories, dictionary);
  const scores = await scoreCategories(pool, index, words);
  const best = Math.max(0, ...[...scores.values()].map(({ score }) => score));
  const likely = [...scores]
    .filter(([, { score }]) => score >= SCORE_MIN && score >= best * SCORE_SHARE_MIN)
    .sort(([a, one], [b, two]) => two.score - one.score || a - b)
    .slice(0, CATEGORY_PROPOSALS_MAX);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const proposals = likely.flatMap(([id, { kinds }]): CategoryProposal[] => {
    const category = byId.get(id);
    if (category === undefined) return [];
    const [choice] = [...kinds].sort(([, one], [, two]) => two - one)[0] ?? [];
    const kind = choice === undefined ? undefined : index.findKind(choice, lang);
    return [{ category: { id, name: localizedReferenceName(category, lang) }, kind: kind ?? null }];
  });
  return { proposals };
}

interface Score {
  score: number;
  /** Weight by choice. */
  kinds: Map<number, number>;
}

async function scoreCategories(pool: pg.Pool, index: WordIndex, words: readonly string[]): Promise<Map<number, Score>> {
  const scores = new Map<number, Score>();
  const add = (categoryId: number, weight: number, choiceId: number | null): void => {
    const known = scores.get(categoryId) ?? { score: 0, kinds: new Map() };
    known.score += weight;
    if (choiceId !== null) known.kinds.set(choiceId, (known.kinds.get(choiceId) ?? 0) + weight);
    scores.set(categoryId, known);
  };
  const ads = await countAdsByWord(pool, index.categoryIds, words);
  for (const [at, word] of words.entries()) {
    const place = placeWeight(words, at);
    for (const { categoryId, weight, choiceId } of findEvidence(index, word)) add(categoryId, place * weight, choiceId);
    const hits = ads.get(word) ?? [];
    const total = hits.reduce((sum, { count }) => sum + count, 0);
    const trust = (ADS_WEIGHT * total) / (total + ADS_DOUBT);
    for (const { categoryId, count } of hits) add(categoryId, place * trust * (count / total), null);
  }
  return scores;
}

function placeWeight(words: readonly string[], at: number): number {
  if (PREPOSITIONS.has(words[at - 1] ?? '')) return QUALIFIER_WEIGHT;
  return at < FIRST_WORDS ? 1 : LATER_WEIGHT;
}

/** The word as it is, else in the other keyboard layout or alphabet, else with one typo. */
function findEvidence(index: WordIndex, word: string): readonly Evidence[] {
  const exact = index.find(word);
  if (exact.length > 0) return exact;
  const layout = otherLayout(word);
  const others = [...(layout === undefined ? [] : searchWords(layout)), ...otherAlphabet(word)];
  for (const other of others) {
    const found = index.find(other);
    if (found.length > 0) return found;
  }
  for (const other of [word, ...others]) {
    const near = index.findNear(other);
    if (near.length > 0) return near.map((one) => ({ ...one, weight: one.weight * TYPO_WEIGHT }));
  }
  return [];
}

/** How many public ads of each category have a word in their title: lookups by the key of search_phrases. */
async function countAdsByWord(
  pool: pg.Pool,
  categoryIds: readonly number[],
  words: readonly string[],
): Promise<Map<string, { categoryId: number; count: number }[]>> {
  const { rows } = await pool.query<{ phrase: string; scope: number; hits: number }>({
    name: 'category-proposal',
    text: `select p.phrase, p.scope, p.hits
           from unnest($1::bigint[]) asked (scope) cross join unnest($2::text[]) word (phrase)
           join search_phrases p on p.space = 'ads' and p.scope = asked.scope and p.phrase = word.phrase
           where p.hits > 0`,
    values: [categoryIds, [...new Set(words)]],
  });
  const byWord = Map.groupBy(rows, ({ phrase }) => phrase);
  return new Map(
    [...byWord].map(([phrase, found]) => [
      phrase,
      found.map(({ scope, hits }) => ({ categoryId: scope, count: hits })),
    ]),
  );
}
