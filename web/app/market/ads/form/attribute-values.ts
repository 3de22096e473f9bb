import type { CategoryAttribute } from '@app/contract/reference/attributes';
import type { AdFields } from './draft/ad-draft.ts';

type Values = AdFields['board_attributes'];

export function valuesOf(attributes: readonly CategoryAttribute[], typed: Values): Record<string, string> {
  return Object.fromEntries(attributes.map(({ id }) => [id, (typed[id] ?? '').trim()]));
}

/** Attributes of some kinds only are asked once one of these kinds is chosen, or while an older ad has their value. */
export function askedAttributes(attributes: readonly CategoryAttribute[], typed: Values): readonly CategoryAttribute[] {
  const isChosen = (choice: number): boolean =>
    attributes.some(({ id, kind }) => kind === 'choice' && typed[id] === String(choice));
  const kinds = new Set(attributes.flatMap(({ for_choices = [] }) => for_choices));
  const hasKind = [...kinds].some(isChosen);
  return attributes.filter(
    ({ id, for_choices }) =>
      for_choices === undefined || for_choices.some(isChosen) || (!hasKind && Boolean(typed[id])),
  );
}

/** Accepts «1 250,5» in all spellings, with up to nine digits and two decimals. */
const NUMBER = /^\d{1,9}(?:[.,]\d{1,2})?$/;

export interface AttributeMistake {
  attribute: CategoryAttribute;
  mistake: 'required' | 'number';
}

function mistakeOf({ kind, required }: CategoryAttribute, value: string): AttributeMistake['mistake'] | null {
  if (value === '') return required === 1 ? 'required' : null;
  return kind === 'number' && !NUMBER.test(value.replace(/\s/g, '')) ? 'number' : null;
}

export function findMistakes(attributes: readonly CategoryAttribute[], typed: Values): AttributeMistake[] {
  const values = valuesOf(attributes, typed);
  return askedAttributes(attributes, typed).flatMap((attribute) => {
    const mistake = mistakeOf(attribute, values[attribute.id] ?? '');
    return mistake === null ? [] : [{ attribute, mistake }];
  });
}

export function attributeField(id: number | ''): string {
  return `board_attributes.${id}`;
}

export function formatAttributeValue({ kind, choices, unit }: CategoryAttribute, value: string): string {
  if (value === '') return '';
  if (kind === 'choice') return choices.find(({ id }) => String(id) === value)?.name ?? value;
  return kind === 'number' && unit !== '' ? `${value} ${unit}` : value;
}
