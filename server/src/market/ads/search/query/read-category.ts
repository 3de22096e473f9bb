import type { CategoryIcon } from '@app/contract/reference/reference';
import type pg from 'pg';
import { getCategoryNames } from '../../../../reference/reference.public.ts';
import type { Names } from '../../../../reference/reference.tables.ts';

export interface CategoryRead {
  id: number;
  name: { name_native: string; name_en: string; names: Names };
  text: string;
}

/** What people call the initial categories besides their names. */
const TALK: Readonly<Partial<Record<CategoryIcon, readonly string[]>>> = {
  briefcase: ['вакансии', 'вакансия', 'подработка'],
  tool: ['услуга'],
  stroller: ['детские товары', 'товары для детей'],
  gift: ['даром'],
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Reads the name of a category at the beginning or at the end of a query: «услуги электрик». */
export async function readCategory(pool: pg.Pool, typed: string): Promise<CategoryRead | undefined> {
  const words = [...typed.matchAll(/[^\s,;]+/gu)];
  const categories = await getCategoryNames(pool);
  const named = categories.flatMap(({ id, icon, ...name }) => {
    const talk = TALK[icon as CategoryIcon] ?? [];
    const all = [name.name_native, name.name_en, ...Object.values(name.names), ...talk].map(plain);
    return [...new Set(all)].map((known) => ({ id, name, known }));
  });
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    for (const from of new Set([0, words.length - length])) {
      const part = words.slice(from, from + length);
      const [first, last] = [part[0], part.at(-1)];
      const found = named.find(({ known }) => known === plain(part.join(' ')));
      if (!found || !first || !last || isQualified(words[from - 1]?.[0])) continue;
      const { id, name } = found;
      return { id, name, text: typed.slice(first.index, last.index + last[0].length) };
    }
  }
  return undefined;
}

/** «Диван без животных» and «корм для животных» name no category. */
const isQualified = (before: string | undefined): boolean =>
  before !== undefined && /^(без|для|от|с|со|и|на|в|по)$/iu.test(before);
