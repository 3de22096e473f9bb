import type { CategoryProposal } from '@app/contract/market/ad-search';
import type { Lang } from '@app/contract/platform/languages';
import type { CategoryIcon } from '@app/contract/reference/reference';
import { isWithinOneTypo } from '../../../platform/search/one-typo.ts';
import { searchWords } from '../../../platform/search/parse-search.ts';
import type { AttributeDictionary, AttributeRule, getCategoryNames } from '../../../reference/reference.public.ts';
import { KIND_WORDS } from './kind-words.ts';

type NamedCategory = Awaited<ReturnType<typeof getCategoryNames>>[number];

export interface Evidence {
  categoryId: number;
  weight: number;
  choiceId: number | null;
}

export interface WordIndex {
  categoryIds: readonly number[];
  find(word: string): readonly Evidence[];
  findNear(word: string): readonly Evidence[];
  findKind(choiceId: number, lang: Lang): CategoryProposal['kind'];
}

interface Stem extends Evidence {
  stem: string;
  isWhole: boolean;
}

const DECISIVE_WEIGHT = 2;
const NAME_WEIGHT = 1;
/** Endings of names are cut to so many letters at least. */
const NAME_LETTERS_MIN = 5;
const ENDING_LETTERS = 2;
const TYPO_LETTERS_MIN = 4;
const GROUP_LETTERS = 3;

const byDictionary = new WeakMap<AttributeDictionary, WordIndex>();

/** Words by which titles name categories and their kinds; made anew, in a few milliseconds, when the dictionary was read again. */
export function createWordIndex(categories: readonly NamedCategory[], dictionary: AttributeDictionary): WordIndex {
  const known = byDictionary.get(dictionary);
  if (known !== undefined) return known;
  const index = buildIndex(categories, dictionary);
  byDictionary.set(dictionary, index);
  return index;
}

function buildIndex(categories: readonly NamedCategory[], dictionary: AttributeDictionary): WordIndex {
  const stems = categories.flatMap((category) => stemsOf(category, dictionary.ofCategory(category.id)));
  const groups = Map.groupBy(stems, ({ stem }) => stem.slice(0, GROUP_LETTERS));
  const group = (word: string): readonly Stem[] => groups.get(word.slice(0, GROUP_LETTERS)) ?? [];
  return {
    categoryIds: categories.map(({ id }) => id),
    find: (word) =>
      longest(group(word).filter(({ stem, isWhole }) => (isWhole ? word === stem : word.startsWith(stem)))),
    findNear: (word) =>
      word.length < TYPO_LETTERS_MIN
        ? []
        : longest(
            stems.filter(({ stem, isWhole }) => !isWhole && stem.length >= TYPO_LETTERS_MIN && isNear(word, stem)),
          ),
    findKind: (choiceId, lang) => findKind(categories, dictionary, choiceId, lang),
  };
}

/** Among beginnings of one word the longest says most: «холодильник» is no «холод». One evidence for each category. */
function longest(stems: readonly Stem[]): Evidence[] {
  const best = new Map<number, Stem>();
  for (const stem of stems) {
    const known = best.get(stem.categoryId);
    if (
      known === undefined ||
      stem.stem.length > known.stem.length ||
      (stem.stem === known.stem && known.choiceId === null)
    )
      best.set(stem.categoryId, stem);
  }
  return [...best.values()];
}

/** Whether the word begins like the stem but for one typo, the first letter excepted. */
function isNear(word: string, stem: string): boolean {
  if (word[0] !== stem[0]) return false;
  return [0, 1, -1].some((more) => isWithinOneTypo(word.slice(0, stem.length + more), stem));
}

function stemsOf(category: NamedCategory, rules: readonly AttributeRule[]): Stem[] {
  const rule = kindRule(rules);
  const choices = new Map(rule?.choices.map((choice) => [choice.name, choice.id]));
  const listed = Object.entries(KIND_WORDS[category.icon as CategoryIcon] ?? {}).flatMap(([kind, words]) =>
    words
      .split(' ')
      .filter(Boolean)
      .map((text): Stem => {
        const weight = text.startsWith('+') ? DECISIVE_WEIGHT : 1;
        const stem = text.replace(/^\+/, '').replace(/\$$/, '').replaceAll('ё', 'е');
        return {
          stem,
          isWhole: text.endsWith('$'),
          weight,
          categoryId: category.id,
          choiceId: choices.get(kind) ?? null,
        };
      }),
  );
  const named = namesOf(category.name_native, { en: category.name_en, ...category.names }).map((stem) => ({
    ...stem,
    categoryId: category.id,
    choiceId: null,
  }));
  const kinds = (rule?.choices ?? []).flatMap(({ id, name, names }) =>
    namesOf(name, names).map((stem) => ({ ...stem, categoryId: category.id, choiceId: id })),
  );
  return [...listed, ...kinds, ...named];
}

/** The words of a name in all languages, without their endings. */
function namesOf(
  name: string,
  names: Readonly<Partial<Record<Lang, string>>>,
): Pick<Stem, 'stem' | 'isWhole' | 'weight'>[] {
  const words = [name, ...Object.values(names)].flatMap((text) => searchWords(text));
  return words
    .filter((word) => word.length >= NAME_LETTERS_MIN)
    .map((word) => ({
      stem: word.slice(0, Math.max(NAME_LETTERS_MIN, word.length - ENDING_LETTERS)),
      isWhole: false,
      weight: NAME_WEIGHT,
    }));
}

/** The choice that says what a thing is: the first one of the form with that name, else the first. */
function kindRule(rules: readonly AttributeRule[]): AttributeRule | undefined {
  const choices = rules.filter(({ kind }) => kind === 'choice');
  return choices.find(({ name }) => name.startsWith('Вид')) ?? choices[0];
}

function findKind(
  categories: readonly NamedCategory[],
  dictionary: AttributeDictionary,
  choiceId: number,
  lang: Lang,
): CategoryProposal['kind'] {
  for (const { id } of categories) {
    const rule = kindRule(dictionary.ofCategory(id));
    const choice = rule?.choices.find((one) => one.id === choiceId);
    if (rule === undefined || choice === undefined) continue;
    return { attribute: rule.id, choice: choiceId, name: choice.names[lang] ?? choice.name };
  }
  return null;
}
