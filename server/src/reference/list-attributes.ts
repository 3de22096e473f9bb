import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/platform/languages';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import type { Services } from '../platform/domain/services.ts';
import {
  type AttributeRule,
  attributeDictionary,
  localizedAttributeName,
  localizedUnit,
} from './attribute-dictionary.ts';

interface AttributesQuery {
  categoryId: number | null;
  lang: Lang;
  withNames: boolean;
}

export async function listAttributes(
  { pool }: Services,
  { categoryId, lang, withNames }: AttributesQuery,
): Promise<{ attributes: CategoryAttribute[] }> {
  const { all, ofCategory } = await attributeDictionary.get(pool);
  const rules = categoryId === null ? all : ofCategory(categoryId);
  return { attributes: rules.map((rule) => (withNames ? presentWithNames(rule) : presentAttributeRule(rule, lang))) };
}

export function presentAttributeRule(rule: AttributeRule, lang: Lang): CategoryAttribute {
  const { id, categoryId, kind, required, searchable, position, choices, forChoices } = rule;
  return {
    id,
    category: categoryId,
    name: localizedAttributeName(rule, lang),
    kind,
    unit: localizedUnit(rule, lang),
    required: required ? 1 : 0,
    searchable: searchable ? 1 : 0,
    position,
    choices: choices.map((choice) => ({ id: choice.id, name: localizedAttributeName(choice, lang) })),
    ...(forChoices.length > 0 && { for_choices: [...forChoices] }),
  };
}

function presentWithNames(rule: AttributeRule): CategoryAttribute {
  return { ...presentAttributeRule(rule, DEFAULT_LANGUAGE), names: rule.names, choices: [...rule.choices] };
}
