import type { AdAttribute } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import type { AttributeKind } from '@app/contract/reference/attributes';
import type pg from 'pg';
import { createCachedQuery } from './cached-query.ts';
import type { Names } from './reference.tables.ts';

interface Named {
  id: number;
  name: string;
  names: Names;
}

export interface AttributeRule extends Named {
  categoryId: number;
  kind: AttributeKind;
  unit: string;
  required: boolean;
  searchable: boolean;
  position: number;
  choices: readonly Named[];
  /** Choices of which one has to be made for this attribute to be asked; empty: always asked. */
  forChoices: readonly number[];
}

export interface AttributeDictionary {
  all: readonly AttributeRule[];
  get(id: number): AttributeRule | undefined;
  ofCategory(categoryId: number | null): readonly AttributeRule[];
  /** Returns the attributes of an ad for display, in the order of the form. Values without an attribute are omitted. */
  present(lang: Lang, values: Readonly<Record<string, number | string>>): AdAttribute[];
}

export const ATTRIBUTE_RULES = `
  select a.id, a.category_id as "categoryId", a.name, a.names, a.kind, a.unit, a.required, a.searchable, a.position,
    -- A choice that staff removed limits nothing any more.
    coalesce((select json_agg(c.id order by c.id) from attribute_choices c where c.id = any(a.for_choices)), '[]') as "forChoices",
    coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'names', c.names) order by c.position, c.id)
              from attribute_choices c where c.attribute_id = a.id), '[]') as choices
  from category_attributes a`;

export const attributeDictionary = createCachedQuery<AttributeDictionary>(async (pool: pg.Pool) => {
  const { rows } = await pool.query<AttributeRule>({
    name: 'attributes',
    text: `${ATTRIBUTE_RULES} order by a.category_id, a.position, a.id`,
  });
  return createDictionary(rows);
});

/** Rules must be ordered by category and position in its form. */
export function createDictionary(all: readonly AttributeRule[]): AttributeDictionary {
  const byId = new Map(all.map((rule, place) => [rule.id, { rule, place }]));
  const byCategory = Map.groupBy(all, ({ categoryId }) => categoryId);
  return {
    all,
    get: (id) => byId.get(id)?.rule,
    ofCategory: (categoryId) => (categoryId === null ? [] : (byCategory.get(categoryId) ?? [])),
    present(lang, values) {
      const entries: { place: number; attribute: AdAttribute }[] = [];
      for (const id in values) {
        const known = byId.get(Number(id));
        const attribute = known && presentValue(known.rule, lang, values[id]);
        if (attribute) entries.push({ place: known.place, attribute });
      }
      return entries.sort((a, b) => a.place - b.place).map(({ attribute }) => attribute);
    },
  };
}

export function localizedAttributeName({ name, names }: Named, lang: Lang): string {
  return names[lang] ?? name;
}

const UNITS: Readonly<Record<string, string>> = {
  'м²': 'm²',
  // A hundred square metres are an are.
  'сот.': 'a',
  м: 'm',
  см: 'cm',
  мм: 'mm',
  км: 'km',
  кг: 'kg',
  г: 'g',
  л: 'l',
  ГБ: 'GB',
};

export function localizedUnit({ unit }: AttributeRule, lang: Lang): string {
  if (lang === 'ru') return unit;
  // French counts bytes as octets.
  return lang === 'fr' && unit === 'ГБ' ? 'Go' : (UNITS[unit] ?? unit);
}

function presentValue(rule: AttributeRule, lang: Lang, value: number | string | undefined): AdAttribute | undefined {
  const { id, kind } = rule;
  const common = { id, name: localizedAttributeName(rule, lang), kind, unit: localizedUnit(rule, lang) };
  if (kind === 'text') return typeof value === 'string' ? { ...common, text: value, value: null } : undefined;
  if (typeof value !== 'number') return undefined;
  if (kind === 'number') return { ...common, text: String(value), value };
  const choice = rule.choices.find((candidate) => candidate.id === value);
  return choice && { ...common, text: localizedAttributeName(choice, lang), value };
}
