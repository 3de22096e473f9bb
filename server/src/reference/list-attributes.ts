import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/platform/languages';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import type { Services } from '../platform/services.ts';
import { type AttributeRule, attributeDictionary, nameIn, unitIn } from './attribute-dictionary.ts';

interface Question {
  /** Absent: of all categories. */
  categoryId: number | null;
  lang: Lang;
  /** Every name of everything, for those who edit them. */
  withNames: boolean;
}

/** What ads are asked for, in the order of the form. */
export async function listAttributes(
  { pool }: Pick<Services, 'pool'>,
  { categoryId, lang, withNames }: Question,
): Promise<{ attributes: CategoryAttribute[] }> {
  const { all, ofCategory } = await attributeDictionary.get(pool);
  const rules = categoryId === null ? all : ofCategory(categoryId);
  return { attributes: rules.map((rule) => (withNames ? showWithNames(rule) : showAttributeRule(rule, lang))) };
}

export function showAttributeRule(rule: AttributeRule, lang: Lang): CategoryAttribute {
  const { id, categoryId, kind, required, searchable, position, choices } = rule;
  return {
    id,
    category: categoryId,
    name: nameIn(rule, lang),
    kind,
    unit: unitIn(rule, lang),
    required: required ? 1 : 0,
    searchable: searchable ? 1 : 0,
    position,
    choices: choices.map((choice) => ({ id: choice.id, name: nameIn(choice, lang) })),
  };
}

function showWithNames(rule: AttributeRule): CategoryAttribute {
  return { ...showAttributeRule(rule, DEFAULT_LANGUAGE), names: rule.names, choices: [...rule.choices] };
}
