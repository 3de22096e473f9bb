import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { attributesApi } from '#contract/reference/attributes';
import { call } from '../../../platform/call.ts';
import { useLanguage } from '../../../platform/i18n.tsx';
import { useLoaded } from '../../../platform/use-loaded.ts';

/** Loads the attributes of the chosen category. `known` are those of the initial category. */
export function useCategoryAttributes(category: string, known: readonly CategoryAttribute[] | null) {
  const lang = useLanguage();
  const { value, hasFailed, retry } = useLoaded<readonly CategoryAttribute[]>(
    category === '' ? null : `${lang} ${category}`,
    async (signal) => (await call(attributesApi.list, { query: { category: Number(category) }, signal })).attributes,
    known,
  );
  return { attributes: category === '' ? [] : value, hasFailed, retry };
}
