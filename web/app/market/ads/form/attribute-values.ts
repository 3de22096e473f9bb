import type { CategoryAttribute } from '@app/contract/reference/attributes';
import type { AdFields } from './ad-draft.ts';

type Values = AdFields['board_attributes'];

/** What is typed for the attributes of one category; those of others are left out. */
export function valuesOf(attributes: readonly CategoryAttribute[], typed: Values): Record<string, string> {
  return Object.fromEntries(attributes.map(({ id }) => [id, (typed[id] ?? '').trim()]));
}

/** «1 250,5» in all its spellings, with at most two decimals and nine digits before them. */
const NUMBER = /^\d{1,9}(?:[.,]\d{1,2})?$/;

export interface AttributeMistake {
  attribute: CategoryAttribute;
  mistake: 'required' | 'number';
}

function mistakeOf({ kind, required }: CategoryAttribute, value: string): AttributeMistake['mistake'] | null {
  if (value === '') return required === 1 ? 'required' : null;
  return kind === 'number' && !NUMBER.test(value.replace(/\s/g, '')) ? 'number' : null;
}

/** What is wrong with the values before anything is sent. The server decides again. */
export function findMistakes(attributes: readonly CategoryAttribute[], typed: Values): AttributeMistake[] {
  const values = valuesOf(attributes, typed);
  return attributes.flatMap((attribute) => {
    const mistake = mistakeOf(attribute, values[attribute.id] ?? '');
    return mistake === null ? [] : [{ attribute, mistake }];
  });
}

/** The name of an attribute's field in the form and in refusals. */
export function attributeField(id: number): string {
  return `board_attributes.${id}`;
}

/** How a value reads: the name of a choice, a number with its unit. */
export function formatAttributeValue({ kind, choices, unit }: CategoryAttribute, value: string): string {
  if (value === '') return '';
  if (kind === 'choice') return choices.find(({ id }) => String(id) === value)?.name ?? value;
  return kind === 'number' && unit !== '' ? `${value} ${unit}` : value;
}
